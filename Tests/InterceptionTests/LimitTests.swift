@testable import GroupContext
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Limits of groups and clients` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    let limiter = RequestLimiter(limit: 2)
    /// The client with this limiter in its settings.
    var limited: InterceptingClient<ManualClient> {
        InterceptingClient(client) { $0.limiter = limiter }
    }

    @Test func `the priority of a group applies at a shared limiter (P4)`() async throws {
        let shared = InterceptingClient(client) { $0.limiter = RequestLimiter(limit: 1) }
        let gate = Journal<Void>()
        shared.get("first")
        for priority in [RequestPriority.low, .normal, .high] {
            withRequestGroup(options: .priority(priority)) {
                shared.get("\(priority.rawValue)")
                shared.get("\(priority.rawValue) but urgent", priority: .init(rawValue: 20))
            } completion: { _ in
                gate.append(())
            }
        }
        for count in 1...7 {
            #expect(client.started.entries.count == count)
            try client.succeed(try #require(client.started.entries.last))
        }
        _ = await gate.waitForFirst(3)
        #expect(
            client.started.entries == [
                "first", "-10 but urgent", "0 but urgent", "10 but urgent", "10", "0", "-10",
            ]
        )
    }

    @Test func `requests in a completed group need permits of its parent (C5, P4)`() async throws {
        let group = try await completedGroup("outer", options: .limit(2)) { outer in
            let completed = try await withRequestGroup("inner", options: .mayBeEmpty) { $0 }
            let membership = completed.enter("by hand")
            #expect(membership?.group === outer)
            completed.run { for path in ["a", "b"] { network.get(path) } }
            #expect(client.started.entries == ["a"])
            membership?.leave()
            #expect(client.started.entries == ["a", "b"])
            for path in ["a", "b"] { try client.succeed(path) }
        }
        #expect(group.progress == GroupProgress(finished: 3, total: 3))
    }

    @Test func `a request needs a permit of its group and of its client (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) {
            limited.get("a")
            limited.get("b")
            withoutRequestGroup {
                limited.get("other")
                limited.get("next")
            }
            #expect(client.started.entries == ["a", "other"])
            try client.succeed("a")
            #expect(client.started.entries == ["a", "other", "next"])
            try client.succeed("other")
            #expect(client.started.entries == ["a", "other", "next", "b"])
            try client.succeed("b")
        }
        try client.succeed("next")
        #expect(limiter.inFlight == 0)
    }

    @Test(arguments: [true, false])
    func `a delayed ungrouped request starts in no group (S1, P4)`(isLate: Bool) async throws {
        let network = InterceptingClient(client) { $0.limiter = RequestLimiter(limit: 1) }
        let groups = Journal<String>()
        let completed = try await completedGroup("completed") { _ in }
        let issue = {
            network.intercept("b") { _ in groups.append(RequestGroup.current?.name ?? "none") }
        }
        try await withRequestGroup("page") {
            network.get("a")
            if isLate { completed.run(issue) } else { withoutRequestGroup(issue) }
            try client.succeed("a")
        }
        #expect(groups.entries == ["none"])
    }

    @Test func `observers see a request leave before its permit is used again (O2)`() async throws {
        let started = Journal<[String]>()
        let observer = Reactor { [client] event in
            if event.kind == .left { started.append(client.started.entries) }
        }
        try await withRequestGroup(options: .tolerant, .observer(observer)) {
            for path in ["a", "b"] { limited.get(path) }
            withoutRequestGroup { limited.get("other") }
            // A lost request leaves on the slow path.
            _ = client.takeAll("a")
            try client.succeed("b")
        }
        #expect(started.entries == [["a", "b"], ["a", "b", "other"]])
        try client.succeed("other")
    }
}

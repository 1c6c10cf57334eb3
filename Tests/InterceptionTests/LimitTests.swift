@testable import GroupContext
@testable import InterceptionTestSupport

@Suite struct `The limit of a group` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `each request issued in an operation needs a permit of its own (P4)`() async throws {
        let service = InterceptingClient(ManualClient())
        try await withRequestGroup(options: .limit(2)) { group in
            try await service.intercept("operation") {
                network.get("a")
                network.get("b")
                #expect(client.started.entries == ["a"])
                #expect(group.limiter?.inFlight == 2)
                try client.succeed("a")
                #expect(client.started.entries == ["a", "b"])
                try client.succeed("b")
                #expect(group.limiter?.inFlight == 1)
            }
            #expect(group.limiter?.inFlight == 0)
        }
    }

    @Test
    func `a waiting request starts after the running callback has returned (P4)`() async throws {
        let seen = Journal<String>()
        try await withRequestGroup(options: .limit(1)) {
            network.get("a", success: { _ in seen.append("\(client.started.entries)") })
            network.get("b")
            try client.succeed("a")
            seen.append("\(client.started.entries)")
            try client.succeed("b")
        }
        #expect(seen.entries == [#"["a"]"#, #"["a", "b"]"#])
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

    @Test func `a limit does not count the requests of a nested group (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) {
            network.get("a")
            network.get("b")
            try await withRequestGroup("inner") {
                network.get("c")
                #expect(client.started.entries == ["a", "c"])
                try client.succeed("c")
            }
            try client.succeed("a")
            try client.succeed("b")
        }
    }
}

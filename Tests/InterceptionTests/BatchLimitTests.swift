@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Limits of batches` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    @TaskLocal static var value = "none"

    @Test func `a batch first issues only the requests that its limit allows (P4)`() async throws {
        let requests = Array(repeating: URLRequest(path: "a"), count: 1_000)
        let batch = sender.batch(requests, options: .limit(3))
        #expect(client.started.entries.count == 3)
        #expect(batch.group.progress.total == 3)
        try client.succeed("a")
        #expect(client.started.entries.count == 4)
        batch.cancel()
        #expect(await batch.results().count { $0.reportedFailure != nil } == 999)
        #expect(client.started.entries.count == 4)
    }

    @Test func `a delayed request has the task-locals of its call site (S6)`() async throws {
        let (values, calls) = (Journal<String>(), Journal<ManualCall>())
        let client = ManualClient { call in
            values.append(Self.value)
            calls.append(call)
        }
        let requests = Array(repeating: URLRequest(path: "a"), count: 5)
        let batch = Self.$value.withValue("issued") {
            PathSender(client: client).batch(requests, options: .limit(2))
        }
        // Each answer starts another request.
        for position in requests.indices {
            try #require(calls.entries.count > position)
            calls.entries[position].succeed()
        }
        #expect(await batch.results().texts == Array(repeating: "ok", count: 5))
        #expect(values.entries == Array(repeating: "issued", count: 5))
    }

    @Test(arguments: [true, false])
    func `a batch's limit counts a plan of several requests as one`(isPlan: Bool) async throws {
        let plans = ["a", "b", "c"].map { path in
            URLRequest(path: path).plan.then { _ in URLRequest(path: path + "2") }
        }
        let texts = Journal<[String]>()
        if isPlan {
            let batch = RequestPlan.batch(plans, options: .limit(2), .tolerant)
            sender.perform(batch) { texts.append((try? $0.get().texts) ?? []) }
        } else {
            sender.batch(plans, options: .limit(2), queue: .global()) { texts.append($0.texts) }
        }
        #expect(client.started.entries == ["a", "b"])
        try client.succeed("a")
        #expect(client.started.entries == ["a", "b", "a2"])
        try client.succeed("a2", with: "first")
        #expect(client.started.entries == ["a", "b", "a2", "c"])
        try client.succeed("b")
        try client.succeed("c")
        try client.succeed("c2", with: "third")
        try client.fail("b2", with: "second")
        #expect(await texts.waitForFirst(1) == [["first", "second", "third"]])
    }

    @Test(arguments: [true, false])
    func `a batch or chain needs one permit for all requests (P4)`(isChain: Bool) async throws {
        let network = InterceptingClient(client)
        let requests = ["a", "b"].map(URLRequest.init(path:))
        let chain = requests[0].plan.then { _ in requests[1] }.map { _ in 2 }
        let plan = isChain ? chain : RequestPlan.batch(requests).map(\.count)
        try await withRequestGroup(options: .limit(1)) {
            network.get("before")
            sender.perform(plan) { _ in }
            network.get("after")
            for path in ["before", "a", "b", "after"] {
                #expect(client.started.entries.contains("after") == (path == "after"))
                try client.succeed(path)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a plan that waits for a permit ends at its deadline (P3)`(isChain: Bool) async throws {
        let (clock, ends, request) = (ManualClock(), Journal<Bool>(), URLRequest(path: "a"))
        let chain = RequestPlan.chain(request, options: clock.timeout) { _ in nil }.map(\.count)
        let batch = RequestPlan.batch([request], options: clock.timeout).map(\.count)
        let network = InterceptingClient(client)
        _ = try await completedGroup(options: .limit(1), .tolerant) { _ in
            network.get("before")
            sender.perform(isChain ? chain : batch) { ends.append($0.reportedFailure == nil) }
            await clock.advanceWhenAsleep(by: .seconds(1))
            #expect(await ends.waitForFirst(1) == [false])
            try client.succeed("before")
        }
        #expect(client.started.entries == ["before"])
    }
}

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Cancelled plans` {
    /// The reaction of a client to the cancelling of a request.
    enum Reaction: CaseIterable { case fails, drops, succeeds }

    @Test(arguments: Reaction.allCases)
    func `a cancelled plan ends as cancelled unless its client still succeeds`(reaction: Reaction) {
        let (client, ends) = (ManualClient(), Journal<String>())
        let sent = BareSender(client: client) { call in
            switch reaction {
            case .fails: call?.fail("offline")
            case .drops: break
            case .succeeds: call?.succeed("late")
            }
        }
        .perform(URLRequest(path: "a").plan) { ends.append($0.text) }
        sent.cancel()
        #expect(ends.entries == [reaction == .succeeds ? "late" : "CancellationError"])
    }

    @Test(arguments: [true, false], [true, false])
    func `cancelling a plan repeatedly cancels its request once, or never if it has ended (P2)`(
        isGrouped: Bool,
        hasEnded: Bool
    ) async throws {
        let (client, cancels) = (ManualClient(), Journal<String>())
        let sender = BareSender(client: client) { call in
            cancels.append("cancelled")
            // The client answers later, if at all.
            withExtendedLifetime(call) {}
        }
        let mediator = ServiceMediator(sender)
        func cancelAll() {
            let sent = sender.perform(URLRequest(path: "a").plan) { _ in }
            let call = mediator.send(ServiceDefinition<Int>("") { _ in 1 }) { _ in }
            if hasEnded { for call in client.takeAll() { call.succeed() } }
            for _ in 0..<3 {
                sent.cancel()
                call.cancel()
            }
        }
        if isGrouped {
            try await withRequestGroup(options: .tolerant) { cancelAll() }
        } else {
            cancelAll()
        }
        #expect(cancels.entries.count == (hasEnded ? 0 : 2))
    }

    @Test(arguments: [true, false])
    func `a request or chain performed in a cancelled task sends nothing (P2)`(isChain: Bool) async
    {
        let (client, request) = (ManualClient { $0.succeed() }, URLRequest(path: "a").plan)
        let plan = isChain ? request.then { _ in URLRequest(path: "b") } : request
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await BareSender(client: client).perform(plan)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.started.entries.isEmpty)
    }

    @Test func `a plan cancelled during its client's call is cancelled afterwards`() async throws {
        let (first, known, cancels) = (
            ManualClient(), Locked<CancelHandle?>(nil), Journal<String>()
        )
        let client = ManualClient { _ in known.withLock { $0 }?.cancel() }
        let sender = BareSender(client: client) { _ in cancels.append("cancelled") }
        let failures = try await failuresOfGroup(options: .limit(1)) { _ in
            InterceptingClient(first).get("first")
            let sent = sender.perform(URLRequest(path: "a").plan) { _ in }
            known.withLock { $0 = sent }
            try first.succeed("first")
        }
        #expect(cancels.entries == ["cancelled"])
        #expect(failures.count == 1)
        known.withLock { $0 = nil }
    }

    @Test
    func `a cancelled plan has one error, even if its client waits for a permit (P2)`() async {
        let settings = InterceptionSettings {
            $0.limiter = RequestLimiter(limit: 1)
            $0.cancellationError = { ClientError("own") }
        }
        let (client, results) = (ManualClient(), Journal<String>())
        InterceptingClient(client, settings: settings).get("busy")
        _ = await withRequestGroupOutcome { group in
            let sender = UncancellableSender(client: client, settings: settings)
            sender.perform(URLRequest(path: "a")) { results.append($0.text) }
            group.cancel()
        }
        #expect(results.entries == ["CancellationError"])
        _ = client.takeAll()
    }

    @Test func `a cancelled batch throws CancellationError if no request failed`() async throws {
        for hasFailed in [false, true] {
            let client = ManualClient()
            let requests = ["a", "b"].map(URLRequest.init(path:))
            let batch = BareSender(client: client) { $0?.fail("cancelled") }.batch(requests)
            if hasFailed { try client.fail("a") }
            batch.cancel()
            let results = await batch.results()
            #expect(results.error?.code == .cancelled)
            let error = #expect(throws: (any Error).self) { try results.values() }
            #expect(error is CancellationError == !hasFailed)
        }
    }
}

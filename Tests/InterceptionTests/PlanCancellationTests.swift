@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Cancelled plans` {
    /// The reaction of a client to the cancelling of a request.
    enum Reaction: CaseIterable { case fails, drops, succeeds }

    @Test(arguments: Reaction.allCases)
    func `a cancelled plan ends as cancelled, unless its client still succeeds`(
        reaction: Reaction
    ) {
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

    @Test(arguments: [true, false])
    func `cancelling a plan twice cancels the request once`(isGrouped: Bool) async throws {
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
        #expect(cancels.entries.count == 2)
    }

    @Test func `cancelling an ended plan has no effect`() async throws {
        let (client, cancels) = (ManualClient(), Journal<String>())
        let sender = BareSender(client: client) { _ in cancels.append("cancelled") }
        let mediator = ServiceMediator(sender)
        let sent = sender.perform(URLRequest(path: "a").plan) { _ in }
        let call = mediator.send(ServiceDefinition<Int>("") { _ in 1 }) { _ in }
        for path in ["a", "a.test"] { try client.succeed(path) }
        sent.cancel()
        call.cancel()
        #expect(cancels.entries.isEmpty)
    }

    @Test func `a cancelled batch throws a CancellationError without a failure`() async throws {
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

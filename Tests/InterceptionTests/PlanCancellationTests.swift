@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Cancelled plans` {
    @Test(arguments: ["answers", "answers as cancelled", "drops"])
    func `a cancelled plan ends as cancelled if its client fails or drops the request`(
        client habit: String
    ) async throws {
        let (client, ends) = (ManualClient(), Journal<String>())
        let sent = BareSender(client: client) { call in
            switch habit {
            case "answers": call?.fail("offline")
            case "answers as cancelled": call?.fail("cancelled")
            default: break
            }
        }
        .perform(URLRequest(path: "a").plan) { ends.append($0.text) }
        sent.cancel()
        #expect(ends.entries == ["CancellationError"])
    }

    @Test func `a cancelled plan whose client still succeeds ends with the answer`() async throws {
        let (client, ends) = (ManualClient(), Journal<String>())
        let sent = BareSender(client: client) { $0?.succeed("late") }
            .perform(URLRequest(path: "a").plan) { ends.append($0.text) }
        sent.cancel()
        #expect(ends.entries == ["late"])
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

    @Test func `a step of a plan is cancelled on the queue of its client's settings (P2)`()
        async throws
    {
        let (mark, places) = (QueueMark(), Journal<Bool>())
        let sender = ConfiguredSender(
            InterceptionSettings { $0.queue = mark.queue },
            cancel: { places.append(mark.isCurrent) }
        )
        try await withRequestGroup(options: .tolerant) { group in
            sender.perform(URLRequest(path: "a").plan) { _ in }
            group.cancel()
        }
        #expect(await places.waitForFirst(1) == [true])
    }

    @Test func `a rejected step of a plan has the error of its client's settings (I3)`() async {
        let ends = Journal<String>()
        let sender = ConfiguredSender(
            InterceptionSettings { $0.cancellationError = { ClientError("-999") } }
        )
        _ = await withRequestGroupOutcome(options: .limit(1)) { group in
            for path in ["sent", "waiting"] {
                sender.perform(URLRequest(path: path).plan) { ends.append("\(path): \($0.text)") }
            }
            group.cancel()
        }
        #expect(ends.entries.contains("waiting: -999"))
    }
}

/// A sender with settings, whose client answers only when it is cancelled.
private final class ConfiguredSender: RequestSender, RequestIntercepting {
    let interceptionSettings: InterceptionSettings
    private let cancel: @Sendable () -> Void

    init(_ settings: InterceptionSettings, cancel: @escaping @Sendable () -> Void = {}) {
        interceptionSettings = settings
        self.cancel = cancel
    }

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        CancelHandle { [cancel] in
            cancel()
            completion(.failure(URLError(.cancelled)))
        }
    }
}

@testable import InterceptionTestSupport

/// Guarantee P3: no user code delays a deadline.
///
/// The tests run one after the other, because some block the threads of cancel handlers in all other tests.
@Suite(.serialized, .timeLimit(.ordinary), .endsInTime) struct `A deadline while user code blocks` {
    enum Form: CaseIterable {
        case reply, waitingReply, operation, waitingOperation, plan, waitingPlan, batch
        case batchInOperation

        var isWaiting: Bool { [.waitingReply, .waitingOperation, .waitingPlan].contains(self) }

        var isSent: Bool { [.plan, .batch, .batchInOperation].contains(self) }

        var label: String {
            switch self {
            case .reply, .waitingReply, .operation, .waitingOperation: "\(self)"
            case .plan, .waitingPlan: "GET request"
            case .batch: "batch"
            case .batchInOperation: "operation"
            }
        }
    }

    enum Blocker: CaseIterable { case observer, handler, allWorkers }

    let client = ManualClient()
    let clock = ManualClock()
    let recorder = EventRecorder()
    let observer = BlockedObserver(.left)
    let canReturn = DispatchSemaphore(value: 0)
    let isReady = Gate()
    let sender = SilentSender()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test(arguments: Form.allCases, Blocker.allCases)
    func `a deadline resumes callers while code blocks (P3)`(form: Form, blocker: Blocker) async {
        let blocked = blocker == .allWorkers ? blockAllWorkers() : 0
        let options: RequestGroupOption = [
            clock.timeout, .observer(recorder), form.isWaiting ? .limit(1) : [],
            blocker == .observer ? .observer(observer) : [],
        ]
        let outcome = await withRequestGroupOutcome(options: options) {
            network.intercept("first") { call in
                client.get("first", success: call.wrap(.success { _ in }), failure: nil)
                if blocker == .handler { call.onCancel { canReturn.wait() } }
            }
            Task.detached {
                await recorder.waitForEvent(form.isWaiting ? .waiting : .entered, label: form.label)
                if form.isSent { _ = await sender.sent.waitForFirst(1) }
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
            await perform(form)
        }
        // The group has completed after its requests have ended, and while user code is still blocked.
        #expect(outcome.failures.map(\.reason) == [.timedOut, .timedOut])
        observer.release()
        for _ in 0...blocked { canReturn.signal() }
        // A plan that has started is also cancelled in its client, later.
        if form.isSent { _ = await sender.cancelled.waitForFirst(1) }
    }

    @Test func `a deadline ends a plan while the completion of another plan blocks`() async {
        _ = await withRequestGroupOutcome(options: clock.timeout) {
            let plan = sender.request.plan.onCompletion { _ in canReturn.wait() }
            async let blocked = try? sender.perform(plan)
            async let other = try? sender.perform(sender.request)
            _ = await sender.sent.waitForFirst(2)
            await clock.advanceWhenAsleep(by: .seconds(1))
            _ = await other
            canReturn.signal()
            _ = await blocked
        }
    }

    @Test func `a blocked cancel handler does not delay the cancelling of operations`() async {
        _ = await withRequestGroupOutcome { group in
            network.intercept("first") { call in
                client.get("first", success: call.wrap(.success { _ in }), failure: nil)
                call.onCancel { canReturn.wait() }
            }
            async let operation: ()? = try? network.intercept("operation") {
                isReady.open()
                try await Task.sleep(for: .seconds(86_400))
            }
            await isReady.waitUntilOpen()
            let canceller = Thread { group.cancel() }
            canceller.start()
            _ = await operation
            canReturn.signal()
            for call in client.takeAll() { call.succeed() }
        }
    }

    @Test(arguments: Blocker.allCases)
    func `a deadline frees a shared permit while user code blocks (P3)`(blocker: Blocker) async {
        let limiter = RequestLimiter(limit: 1)
        let network = InterceptingClient(client) { $0.limiter = limiter }
        let blocked = blocker == .allWorkers ? blockAllWorkers() : 0
        _ = await withRequestGroupOutcome(
            options: clock.timeout,
            blocker == .observer ? .observer(observer) : []
        ) {
            network.intercept("first") { call in
                client.get("first", success: call.wrap(.success { _ in }), failure: nil)
                if blocker == .handler { call.onCancel { canReturn.wait() } }
            }
            withoutRequestGroup { network.get("second", success: nil, failure: nil) }
            Task.detached { await clock.advanceWhenAsleep(by: .seconds(1)) }
        }
        #expect(await client.started.waitForFirst(2) == ["first", "second"])
        observer.release()
        for _ in 0...blocked { canReturn.signal() }
    }

    /// Blocks every thread for cancel handlers and observers, and returns the number of these threads.
    private func blockAllWorkers() -> Int {
        let workers = WorkerThreads.limited
        // A closure that waits for a thread runs before all closures that are added later.
        for _ in 0..<workers.limit { workers.run { canReturn.wait() } }
        return workers.limit
    }

    private func perform(_ form: Form) async {
        switch form {
        case .reply, .waitingReply:
            let reply = Locked(AwaitedReply<Int>?.none)
            _ = try? await network.awaitReply("\(form)") { reply.replace(with: $0) }
            reply.replace(with: nil)
        case .operation, .waitingOperation:
            try? await network.intercept("\(form)") { try await Task.sleep(for: .seconds(86_400)) }
        case .plan, .waitingPlan: _ = try? await sender.perform(sender.request)
        case .batch: _ = await sender.batch([sender.request], name: "batch").results()
        case .batchInOperation:
            try? await sender.intercept("operation") {
                _ = await sender.batch([sender.request]).results()
                throw CancellationError()
            }
        }
    }
}

extension Locked {
    fileprivate func replace<Wrapped>(with value: sending Wrapped?) where Value == Wrapped? {
        let before = withLock { $0.take() }
        withExtendedLifetime(before) {}
        withLock { $0 = value }
    }
}

/// A sender that retains each request, and never answers.
final class SilentSender: RequestSender, RequestIntercepting {
    let sent = Journal<Void>()
    let cancelled = Journal<Void>()
    let request = URLRequest(path: "request")
    private let kept = Locked([@Sendable () -> Void]())

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        kept.withLock { $0.append { completion(.failure(CancellationError())) } }
        sent.append(())
        return CancelHandle { [cancelled] in cancelled.append(()) }
    }
}

import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Guarantee P3: no user code delays a deadline.
@Suite(.timeLimit(.ordinary)) struct `A deadline while user code blocks` {
    /// What a task awaits.
    enum Form: CaseIterable {
        case reply, waitingReply, operation, waitingOperation, plan, waitingPlan, batch

        var isWaiting: Bool { [.waitingReply, .waitingOperation, .waitingPlan].contains(self) }

        /// The label of its request.
        var label: String {
            switch self {
            case .reply, .waitingReply, .operation, .waitingOperation: "\(self)"
            case .plan, .waitingPlan: "GET server.test/request"
            case .batch: "batch"
            }
        }
    }

    /// The user code that blocks.
    enum Blocker: CaseIterable {
        case observer, handler, allWorkers
    }

    let client = ManualClient()
    let clock = ManualClock()
    let recorder = EventRecorder()
    let observer = BlockedObserver(.left)
    let canReturn = DispatchSemaphore(value: 0)
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test(arguments: Form.allCases, Blocker.allCases)
    func `ends what is awaited`(form: Form, blocker: Blocker) async {
        let blocked = blocker == .allWorkers ? blockAllWorkers() : 0
        let options = RequestGroupOption.combining([
            .timeout(.seconds(1), clock: clock), .observer(recorder),
            form.isWaiting ? .serial : .combining([]),
            blocker == .observer ? .observer(observer) : .combining([]),
        ])
        let outcome = await withRequestGroupOutcome(options: options) {
            network.intercept("first") { call in
                client.get("first", success: call.success { _ in }, failure: nil)
                if blocker == .handler { call.onCancel { canReturn.wait() } }
            }
            Task.detached {
                await recorder.happened(form.isWaiting ? .waiting : .entered, label: form.label)
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
            await perform(form)
        }
        // Returns only once what was awaited has ended, and while user code is still blocked.
        #expect(outcome.failures.map(\.reason) == [.timedOut, .timedOut])
        observer.release()
        for _ in 0...blocked { canReturn.signal() }
    }

    @Test(arguments: Blocker.allCases)
    func `frees the permit of a limiter that other groups share`(blocker: Blocker) async {
        let limiter = RequestLimiter(limit: 1)
        let network = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.limiter = limiter }
        )
        let blocked = blocker == .allWorkers ? blockAllWorkers() : 0
        _ = await withRequestGroupOutcome(
            options: .timeout(.seconds(1), clock: clock),
            blocker == .observer ? .observer(observer) : .combining([])
        ) {
            network.intercept("first") { call in
                client.get("first", success: call.success { _ in }, failure: nil)
                if blocker == .handler { call.onCancel { canReturn.wait() } }
            }
            withoutRequestGroup { network.get("second", success: nil, failure: nil) }
            Task.detached { await clock.advanceWhenAsleep(by: .seconds(1)) }
        }
        #expect(await client.started.first(2) == ["first", "second"])
        observer.release()
        for _ in 0...blocked { canReturn.signal() }
    }

    /// Blocks every thread that runs cancel handlers and observers, and returns how many these are.
    private func blockAllWorkers() -> Int {
        // Those that find no thread yet come before all that is added later.
        for _ in 0..<WorkerThreads.limit { WorkerThreads.userCode.run { canReturn.wait() } }
        return WorkerThreads.limit
    }

    private func perform(_ form: Form) async {
        let sender = SilentSender()
        switch form {
        case .reply, .waitingReply:
            let reply = Locked(AwaitedReply<Int>?.none)
            _ = try? await network.awaitReply("\(form)") { reply.replace(with: $0) }
            reply.replace(with: nil)
        case .operation, .waitingOperation:
            try? await network.intercept("\(form)") { try await Task.sleep(for: .seconds(86_400)) }
        case .plan, .waitingPlan:
            _ = try? await sender.perform(sender.request)
        case .batch: _ = await sender.batch([sender.request], name: "batch").results()
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

/// A sender that keeps each request, and answers none.
private final class SilentSender: RequestSender {
    let request = URLRequest(
        url: URL(string: "http://server.test/request") ?? URL(fileURLWithPath: "/")
    )
    private let kept = Locked([@Sendable () -> Void]())

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        kept.withLock { $0.append { completion(.failure(CancellationError())) } }
        return SentRequest {}
    }
}

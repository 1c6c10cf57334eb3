import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Guarantees P2 and P3 for the requests that a task awaits.
@Suite(.timeLimit(.ordinary)) struct `Awaited requests that are cancelled` {
    /// How a task awaits a request.
    enum Form: CaseIterable {
        case reply, replyInGroup, operation, plan, batch
    }

    /// A cancel handler that waits until the cancelled task has used the lock of its status.
    final class Handler: Sendable {
        let isIssued = Gate()
        let isRunning = Gate()
        let canReturn = DispatchSemaphore(value: 0)
        let reply = Locked(AwaitedReply<Int>?.none)

        func run() {
            isRunning.open()
            canReturn.wait()
        }
    }

    @Test(arguments: Form.allCases)
    func `a cancel handler runs while the cancelled task goes on`(form: Form) async {
        let handler = Handler()
        let task = Task {
            async let other: Void = {
                // A child task, which is cancelled under the lock of its parent.
                await handler.isRunning.opened()
                await withTaskCancellationHandler {
                } onCancel: {
                }
                handler.canReturn.signal()
            }()
            await perform(form, handler)
            await other
        }
        await handler.isIssued.opened()
        task.cancel()
        await task.value
        #expect(handler.isRunning.isOpen)
    }

    private func perform(_ form: Form, _ handler: Handler) async {
        let client = InterceptingClient(())
        let sender = HandlerSender(handler: handler)
        switch form {
        case .reply: await reply(client, handler)
        case .replyInGroup:
            try? await withRequestGroup(options: .tolerant) { await reply(client, handler) }
        case .operation:
            try? await withRequestGroup(options: .tolerant) {
                try await client.intercept("operation") {
                    let part = RequestGroup.current?.enter("part")
                    part?.onCancel(handler.run)
                    defer { part?.leave() }
                    handler.isIssued.open()
                    await handler.isRunning.opened()
                    throw CancellationError()
                }
            }
        case .plan: _ = try? await sender.perform(URLRequest(url: sender.url))
        case .batch: _ = await sender.batch([URLRequest(url: sender.url)]).results()
        }
    }

    private func reply(_ client: InterceptingClient<Void>, _ handler: Handler) async {
        _ = try? await client.awaitReply("reply") { reply in
            handler.reply.withLock { $0 = reply }
            reply.onCancel(reply) {
                handler.run()
                $0.failure(CancellationError())
            }
            handler.isIssued.open()
        }
        handler.reply.withLock { $0 = nil }
    }

    @Test func `an answer at the deadline is the outcome of both group and caller, or of neither`()
        async
    {
        let queue = DispatchQueue(label: "client", attributes: .concurrent)
        let network = InterceptingClient(())
        for round in 0..<200 {
            let (clock, isIssued) = (ManualClock(), Gate())
            let value = Locked(Int?.none)
            let outcome = await withRequestGroupOutcome(
                options: .timeout(.seconds(1), clock: clock)
            ) {
                Task.detached {
                    await isIssued.opened()
                    await clock.advanceWhenAsleep(by: .seconds(1))
                }
                let answer: Int? = try? await network.awaitReply("request") { reply in
                    isIssued.open()
                    queue.async {
                        // Spreads the answers over the moments around the deadline.
                        for _ in 0..<(round * 20) { _ = clock.now }
                        reply.success(1)
                    }
                }
                value.withLock { $0 = answer }
            }
            #expect(outcome.failures.isEmpty == (value.withLock { $0 } != nil))
        }
    }

    @Test(arguments: [true, false])
    func `an answer before the deadline counts, and an answer after the deadline does not`(
        isInTime: Bool
    ) async {
        let (clock, replies) = (ManualClock(), Journal<AwaitedReply<Int>>())
        let outcome = await withRequestGroupOutcome(options: .timeout(.seconds(1), clock: clock)) {
            group in
            Task.detached {
                let reply = await replies.first(1)[0]
                if isInTime { reply.success(1) }
                await clock.advanceWhenAsleep(by: .seconds(1))
                if !isInTime {
                    while group.failures.isEmpty { await Task.yield() }
                    reply.success(1)
                }
            }
            return try? await InterceptingClient(()).awaitReply("request") { replies.append($0) }
        }
        #expect(outcome.body.get() == (isInTime ? 1 : nil))
        #expect(outcome.failures.map(\.reason) == (isInTime ? [] : [.timedOut]))
    }
}

/// A sender that answers when it is cancelled, after the handler has run.
private struct HandlerSender: RequestSender {
    let handler: `Awaited requests that are cancelled`.Handler
    let url = URL(fileURLWithPath: "/request")

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        handler.isIssued.open()
        return SentRequest {
            handler.run()
            completion(.failure(CancellationError()))
        }
    }
}

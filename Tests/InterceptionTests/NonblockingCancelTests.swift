@testable import InterceptionTestSupport

/// Guarantees P2 and P3 for the requests that a task awaits.
@Suite(.timeLimit(.ordinary)) struct `Awaited requests that are cancelled` {
    enum Form: CaseIterable { case reply, replyInGroup, operation, waitingOperation, plan, batch }

    /// A cancel handler that blocks until the test releases it.
    final class Handler: Sendable {
        let isIssued = Gate()
        let isRunning = Gate()
        let canReturn = DispatchSemaphore(value: 0)
        let reply = Locked(AwaitedReply<Int>?.none)
        let canceller = Canceller()

        func run() {
            isRunning.open()
            if !canceller.isRunning() { canReturn.wait() }
        }
    }

    @Test(.endsInTime, arguments: Form.allCases)
    func `cancelling a task waits for no cancel handler (P2)`(form: Form) async {
        let handler = Handler()
        let task = Task { await perform(form, handler) }
        await handler.isIssued.waitUntilOpen()
        handler.canceller.cancel(task)
        await handler.isRunning.waitUntilOpen()
        handler.canReturn.signal()
        await task.value
        #expect(!handler.canceller.hasRunUserCode)
    }

    @Test func `a plan that its client loses when cancelled ends on another thread (P2)`() async {
        let canceller = Canceller()
        for _ in 0..<100 where !canceller.hasRunUserCode {
            let client = ManualClient()
            let plan = URLRequest(path: "a").plan.onCompletion { _ in _ = canceller.isRunning() }
            let task = Task { try await BareSender(client: client).perform(plan) }
            await client.started.waitFor("a")
            canceller.cancel(task)
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(!canceller.hasRunUserCode)
    }

    private func perform(_ form: Form, _ handler: Handler) async {
        let (client, request) = (InterceptingClient(()), URLRequest(path: "request"))
        // The sender answers when it is cancelled, after the handler has run.
        let sender = ClosureSender { _, completion in
            handler.isIssued.open()
            return CancelHandle {
                handler.run()
                completion(.failure(CancellationError()))
            }
        }
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
                    await handler.isRunning.waitUntilOpen()
                    throw CancellationError()
                }
            }
        case .waitingOperation:
            let client = InterceptingClient(()) {
                $0.cancellationError = {
                    // Runs on a thread that all tasks share, so it must not block.
                    handler.isRunning.open()
                    _ = handler.canceller.isRunning()
                    return CancellationError()
                }
            }
            let observer = Reactor { if $0.kind == .waiting { handler.isIssued.open() } }
            try? await withRequestGroup(options: .limit(1), .observer(observer)) { group in
                let running = group.enter("running")
                defer { running?.leave() }
                try await client.intercept("waiting") {}
            }
        case .plan: _ = try? await sender.perform(request)
        case .batch: _ = await sender.batch([request]).results()
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

    @Test(arguments: [false, true])
    func `at the deadline, group and caller get the same answer`(fails: Bool) async {
        let queue = DispatchQueue(label: "client", attributes: .concurrent)
        let network = InterceptingClient(())
        for round in 0..<400 {
            let (clock, isIssued) = (ManualClock(), Gate())
            let thrown = Locked((any Error)?.none)
            let outcome = await withRequestGroupOutcome(options: clock.timeout) {
                Task.detached {
                    await isIssued.waitUntilOpen()
                    await clock.advanceWhenAsleep(by: .seconds(1))
                }
                do {
                    _ = try await network.awaitReply("request") { (reply: AwaitedReply<Int>) in
                        isIssued.open()
                        queue.async {
                            // Spreads the answers over the time around the deadline.
                            for _ in 0..<(round * 10) { _ = clock.now }
                            if fails { reply.failure(ClientError("no")) } else { reply.success(1) }
                        }
                    }
                } catch { thrown.withLock { $0 = error } }
            }
            let isTimeout = thrown.withLock { $0 is RequestTimeoutError }
            #expect((outcome.failures.first?.reason == .timedOut) == isTimeout)
        }
    }

    @Test func `an awaited request answered twice has left when its caller resumes (M8)`() async {
        let network = InterceptingClient(())
        let queue = DispatchQueue(label: "client", attributes: .concurrent)
        for _ in 0..<5_000 {
            _ = await withRequestGroupOutcome(options: .tolerant) { group in
                _ = try? await network.awaitReply("request") { (reply: AwaitedReply<Int>) in
                    queue.async { reply.failure(ClientError("no")) }
                    queue.async { reply.failure(ClientError("no")) }
                }
                #expect(group.outstanding.isEmpty)
            }
        }
    }
}

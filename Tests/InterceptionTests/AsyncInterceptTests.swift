@testable import InterceptionTestSupport

@Suite struct `Intercepting asynchronous methods` {
    let service = InterceptingClient(())
    let limited = InterceptingClient(()) { $0.limiter = RequestLimiter(limit: 1) }

    @Test func `operations and bodies with cancelsBody keep their task executor`() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
        let executor = QueueExecutor()
        try await withTaskExecutorPreference(executor) {
            try await withRequestGroup(options: .cancelsBody) {
                async let child: Void = executor.checkTwice()
                await executor.checkTwice()
                await child
                try await service.intercept("operation") { await executor.checkTwice() }
                try await limited.intercept("limited") { await executor.checkTwice() }
            }
        }
    }

    @Test
    @MainActor func `an intercepted operation runs on the caller's actor (I1)`() async throws {
        // Neither the client nor the value is Sendable, which must compile without a warning.
        let client = Unsendable()
        var steps = 0
        try await withRequestGroup(options: .limit(1)) {
            for _ in 1...2 {
                let value = try await InterceptingClient(client).intercept("a") {
                    MainActor.preconditionIsolated()
                    steps += 1
                    return client
                }
                #expect(value === client)
            }
        }
        #expect(steps == 2)
    }

    @Test
    @MainActor
    func `an operation does not run if its group is cancelled after it got a permit (P2)`() async {
        _ = await withRequestGroupOutcome(options: .limit(1)) { group in
            let first = group.enter("first")
            let second = Task { @MainActor in
                try await service.intercept("second") { Issue.record("The operation runs.") }
            }
            await yieldWhile { group.limiter?.waiting == 0 }
            first?.leave()
            group.cancel()
            let result = await second.result
            #expect(throws: CancellationError.self) { _ = try result.get() }
        }
    }

    private final class Unsendable {}

    @Test func `an operation whose value is an error fails, but returns it (P1)`() async throws {
        let outcome = await withRequestGroupOutcome {
            try await service.intercept("a", error: { _, error in error }) {
                (1, UnexplainedFailureError())
            }
        }
        #expect(try outcome.body.get().0 == 1)
        #expect(outcome.failures.map(\.label) == ["a"])
    }

    @Test func `an operation in a cancelled task does not wait for a permit (P4)`() async throws {
        let client = ManualClient()
        let slow = InterceptingClient(client, settings: limited.interceptionSettings)
        slow.get("first")
        let isCancelled = Gate()
        let task = Task {
            await isCancelled.waitUntilOpen()
            try await limited.intercept("a") { _ = Issue.record("The operation ran.") }
        }
        task.cancel()
        isCancelled.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        try client.succeed("first")
        #expect(limited.interceptionSettings.limiter?.inFlight == 0)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class QueueExecutor: TaskExecutor {
    private let mark = QueueMark()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        mark.queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Expects to run on the executor, also after a suspension.
    func checkTwice() async {
        #expect(mark.isCurrent)
        await Task.yield()
        #expect(mark.isCurrent)
    }
}

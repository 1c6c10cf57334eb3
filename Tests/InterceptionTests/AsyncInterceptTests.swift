import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Intercepting asynchronous methods` {
    let service = InterceptingClient(())
    let limited = InterceptingClient(
        (),
        settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
    )

    @Test func `a request enters before the operation runs and leaves after it has returned (M1)`()
        async throws
    {
        let recorder = EventRecorder()
        try await withRequestGroup("page", options: .observer(recorder)) { group in
            let value = try await service.intercept("a") {
                #expect(group.outstanding == ["a"])
                #expect(RequestGroup.current === group)
                return 42
            }
            #expect(value == 42)
            #expect(group.outstanding.isEmpty)
        }
        #expect(recorder.lines == ["opened", "entered a", "left a", "completed"])
    }

    @Test func `an error of the operation is thrown, in a group and outside (I1)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            await #expect(throws: ClientError("no")) {
                try await service.intercept("a") { throw ClientError("no") }
            }
            return group.failures
        }
        #expect(failures.map { $0.error as? ClientError } == [ClientError("no")])
        await #expect(throws: ClientError("no")) {
            try await service.intercept("a") { throw ClientError("no") }
        }
    }

    @Test func `outside any group the operation simply runs (S5)`() async throws {
        let group = try await service.intercept("a") { RequestGroup.current }
        #expect(group == nil)
    }

    @Test func `an operation and a body that is cancelled alone keep the executor of the caller`()
        async throws
    {
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

    @Test @MainActor func `the operation runs on the actor of the caller (I1)`() async throws {
        // Neither is Sendable, which must compile without a warning.
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

    private final class Unsendable {}

    @Test func `the operation keeps the task-locals of the caller (I1)`() async throws {
        try await Local.$value.withValue("bound") {
            let seen = try await withRequestGroup {
                try await service.intercept("a") { Local.value }
            }
            #expect(seen == "bound")
        }
    }

    private enum Local {
        @TaskLocal static var value = ""
    }

    @Test func `cancelling the group cancels the operation (P2)`() async throws {
        let outcome = await withRequestGroupOutcome(options: .failFast) { group in
            async let answer: Void = service.intercept("a") {
                await untilCancelled()
                try Task.checkCancellation()
            }
            group.cancel()
            try? await answer
        }
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `cancelling the calling task cancels the operation, and not the group (P2)`()
        async throws
    {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            let started = Gate()
            let task = Task {
                try await service.intercept("a") {
                    started.open()
                    await untilCancelled()
                    try Task.checkCancellation()
                }
            }
            await started.opened()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(!group.isCancelled)
            return group.failures
        }
        #expect(failures.map(\.label) == ["a"])
    }

    @Test func `in a cancelled group the request is rejected and the operation does not run (I3)`()
        async throws
    {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            await #expect(throws: CancellationError.self) {
                try await service.intercept("a") { _ = Issue.record("It must not run.") }
            }
            return group.failures
        }
        #expect(failures.map(\.reason) == [.cancelled])
    }

    @Test func `a group waits for a request that waits for a permit (P4)`() async throws {
        let steps = Journal<String>()
        let gate = Gate()
        let recorder = EventRecorder()
        try await withRequestGroup(options: .limit(1), .observer(recorder)) { group in
            async let first: Void = service.intercept("a") {
                steps.append("a")
                await gate.opened()
            }
            await steps.contains("a")
            async let second: Void = service.intercept("b") { steps.append("b") }
            await recorder.happened(.entered, label: "b")
            #expect(steps.entries == ["a"])
            #expect(group.outstanding == ["a", "b"])
            gate.open()
            _ = try await (first, second)
        }
        #expect(steps.entries == ["a", "b"])
    }

    @Test func `cancelling the task of a waiting request ends its waiting (P4)`() async throws {
        let client = ManualClient()
        let slow = InterceptingClient(client, settings: limited.interceptionSettings)
        let recorder = EventRecorder()
        slow.get("first")
        try await withRequestGroup(options: .tolerant, .observer(recorder)) {
            let task = Task {
                try await limited.intercept("a") { _ = Issue.record("It must not run.") }
            }
            await recorder.happened(.entered, label: "a")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(limited.interceptionSettings.limiter?.waiting == 0)
        try client.succeed("first")
        #expect(limited.interceptionSettings.limiter?.inFlight == 0)
    }

    @Test func `a task that is cancelled already does not wait (P4)`() async throws {
        let client = ManualClient()
        let slow = InterceptingClient(client, settings: limited.interceptionSettings)
        slow.get("first")
        let isCancelled = Gate()
        let task = Task {
            await isCancelled.opened()
            try await limited.intercept("a") { _ = Issue.record("It must not run.") }
        }
        task.cancel()
        isCancelled.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        try client.succeed("first")
        #expect(limited.interceptionSettings.limiter?.inFlight == 0)
    }

    @Test func `an operation that is issued after completion runs ungrouped (C5)`() async throws {
        let recorder = EventRecorder()
        let gate = Gate()
        let task = try await withRequestGroup(options: .observer(recorder)) {
            Task {
                await gate.opened()
                return try await service.intercept("late") { 1 }
            }
        }
        gate.open()
        #expect(try await task.value == 1)
        #expect(recorder.lines == ["opened", "empty", "completed", "late request late"])
    }
}

/// Returns when the task is cancelled.
private func untilCancelled() async {
    let gate = Gate()
    await withTaskCancellationHandler {
        await gate.opened()
    } onCancel: {
        gate.open()
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "executor")
    private static let key = DispatchSpecificKey<Bool>()

    init() {
        queue.setSpecific(key: Self.key, value: true)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Expects to run on the executor, also after a suspension.
    func checkTwice() async {
        #expect(DispatchQueue.getSpecific(key: Self.key) == true)
        await Task.yield()
        #expect(DispatchQueue.getSpecific(key: Self.key) == true)
    }
}

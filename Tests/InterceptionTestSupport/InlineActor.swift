/// An actor whose jobs run synchronously on the resuming thread, before the resuming code continues.
///
/// It makes a race reproducible: work that may come too late after resuming a caller is always too late here.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
actor InlineActor {
    private final class Executor: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private let executor = Executor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Result: Sendable>(
        _ body: @Sendable (isolated InlineActor) async throws -> Result
    ) async rethrows -> Result {
        try await body(self)
    }
}

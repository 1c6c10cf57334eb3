/// An actor that goes on where it is resumed, before whoever has resumed it goes on.
///
/// What is done too late, after the caller of a method has been resumed, is too late here each time, and
/// not only when threads happen to run so. Older systems of Apple know no executors of one's own.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
actor InlineActor {
    private final class Executor: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private let executor = Executor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs the closure on this actor.
    func run<Result: Sendable>(
        _ body: @Sendable (isolated InlineActor) async throws -> Result
    ) async rethrows -> Result {
        try await body(self)
    }
}

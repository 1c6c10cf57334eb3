/// An executor whose jobs run synchronously on the resuming thread, before the resuming code continues.
///
/// It makes a race reproducible: work that may come too late after resuming a caller is always too late here.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class InlineExecutor: TaskExecutor {
    /// A gate that opens when the closure of `run(_:)` is suspended for the first time.
    let isSuspended = Gate()

    func enqueue(_ job: consuming ExecutorJob) {
        // The job may be the last that retains the executor. The optimizer removes a plain copy of a property here,
        // because it expects the caller to retain `self`.
        let retained = Unmanaged.passRetained(self)
        job.runSynchronously(on: asUnownedTaskExecutor())
        isSuspended.open()
        retained.release()
    }

    func run<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        // An actor would not do: a checked continuation resumes code on an actor from another thread.
        try await Task(executorPreference: self) { try await body() }.value
    }
}

/// A snapshot of all task-locals, for one closure that runs later, on another thread.
///
/// Only a new task inherits all task-locals. So the snapshot creates a task, and keeps the only job of this task
/// until the closure has to run.
package final class TaskLocalSnapshot: Sendable {
    private let executor: JobExecutor

    package init() {
        let executor = JobExecutor()
        self.executor = executor
        // Safe: the closure only creates a task that runs on the actor, and accesses no state of the actor.
        let make: (isolated JobExecutor) -> Void = { executor in
            Task { executor.work?() }
        }
        unsafeBitCast(make, to: ((JobExecutor) -> Void).self)(executor)
        executor.isMade = true
    }

    deinit {
        // A task that never runs is never released, so run its job without a closure.
        executor.runJob(nil)
    }

    /// Runs the closure; only the first call restores the captured task-locals.
    package func run(_ body: @escaping @Sendable () -> Void) {
        if !executor.runJob(body) { body() }
    }

    /// A Boolean value that indicates whether this thread runs a task of the app.
    ///
    /// If so, the thread is usually one of the few threads that all tasks share. The task of a snapshot does not make
    /// the value `true`, because that task runs on the thread that calls ``run(_:)``.
    package static var isInsideTask: Bool {
        // Match a pattern, because a comparison with `nil` would copy the task.
        withUnsafeCurrentTask { if case .some = $0 { true } else { false } }
            && ThreadPointer.plainThread.value == nil
    }
}

extension TaskLocalSnapshot? {
    /// Runs the closure with the captured task-locals; without a snapshot, runs the closure directly.
    package func run(_ body: @escaping @Sendable () -> Void) {
        if let self { self.run(body) } else { body() }
    }
}

/// An actor that keeps its only job until a thread runs the job by calling `runJob(_:)`.
private actor JobExecutor: SerialExecutor {
    // Safe, because no two threads use these properties at once: the owner passes the snapshot from the thread that
    // creates the snapshot to the thread that runs the closure.
    nonisolated(unsafe) var isMade = false
    nonisolated(unsafe) var work: (@Sendable () -> Void)?
    private nonisolated(unsafe) var job: UnownedJob?
    private let maker = ThreadID()

    nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    nonisolated func enqueue(_ job: UnownedJob) {
        if maker == ThreadID(), !isMade {
            self.job = job
        } else {
            // On a system without custom executors, the job may arrive after its snapshot has been used. Run the job
            // without work, because a job that never runs is never released.
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    /// Runs the job with the given work, and returns `false` if the actor has no job.
    @discardableResult
    nonisolated func runJob(_ work: (@Sendable () -> Void)?) -> Bool {
        guard let job = job.take() else { return false }
        self.work = work
        let isPlain = !TaskLocalSnapshot.isInsideTask
        let before = ThreadPointer.plainThread.value
        if isPlain { ThreadPointer.plainThread.value = Unmanaged.passUnretained(self).toOpaque() }
        job.runSynchronously(on: asUnownedSerialExecutor())
        if isPlain { ThreadPointer.plainThread.value = before }
        self.work = nil
        return true
    }
}

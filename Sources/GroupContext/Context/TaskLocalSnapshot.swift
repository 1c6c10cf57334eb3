/// A snapshot of all task-locals, for one closure that runs later, on another thread.
///
/// Only a new task inherits all task-locals. So the snapshot creates a task, and keeps the only job of this task
/// until the closure has to run.
package final class TaskLocalSnapshot: Sendable {
    // Safe, because no two threads use these properties at once: the owner passes the snapshot from the thread that
    // creates the snapshot to the thread that runs the closure.
    fileprivate nonisolated(unsafe) var job: UnownedJob?
    private nonisolated(unsafe) var work: (@Sendable () -> Void)?
    /// A Boolean value that indicates whether the thread that runs the job runs no task of the app.
    private nonisolated(unsafe) var isOutsideTasks = false

    package init() {
        // The task captures nothing: it finds the snapshot through its thread. On a system without custom executors, it
        // runs on another thread, and does nothing.
        let before = ThreadPointer.snapshot.value
        ThreadPointer.snapshot.value = Unmanaged.passUnretained(self).toOpaque()
        Task { @JobExecutor in Self.current?.work?() }
        ThreadPointer.snapshot.value = before
    }

    /// The snapshot that this thread creates or runs.
    fileprivate static var current: TaskLocalSnapshot? {
        ThreadPointer.snapshot.value.map {
            Unmanaged<TaskLocalSnapshot>.fromOpaque($0).takeUnretainedValue()
        }
    }

    deinit {
        // A task that never runs is never released, so run its job without a closure.
        runJob(nil)
    }

    /// Runs the closure; only the first call restores the captured task-locals.
    package func run(_ body: @escaping @Sendable () -> Void) {
        if !runJob(body) { body() }
    }

    /// Runs the job with the given work, and returns `false` if the snapshot has no job.
    @discardableResult
    private func runJob(_ work: (@Sendable () -> Void)?) -> Bool {
        guard let job = job.take() else { return false }
        self.work = work
        isOutsideTasks = !TaskLocalSnapshot.isInsideTask
        let outer = ThreadPointer.snapshot.value
        ThreadPointer.snapshot.value = Unmanaged.passUnretained(self).toOpaque()
        job.runSynchronously(on: JobExecutor.shared.unownedExecutor)
        ThreadPointer.snapshot.value = outer
        self.work = nil
        return true
    }

    /// A Boolean value that indicates whether this thread runs a task of the app.
    ///
    /// If so, the thread is usually one of the few threads that all tasks share. The task of a snapshot does not make
    /// the value `true`, because that task runs on the thread that calls ``run(_:)``.
    package static var isInsideTask: Bool {
        // Match a pattern, because a comparison with `nil` would copy the task.
        withUnsafeCurrentTask { if case .some = $0 { true } else { false } }
            && current?.isOutsideTasks != true
    }
}

extension TaskLocalSnapshot? {
    /// Runs the closure with the captured task-locals; without a snapshot, runs the closure directly.
    package func run(_ body: @escaping @Sendable () -> Void) {
        if let self { self.run(body) } else { body() }
    }
}

/// An executor that passes the job of a new task to the snapshot for which this thread creates the task.
///
/// Several threads may run jobs of this executor at the same time. This is safe, because the actor has no state, and
/// each job only calls the work of its own snapshot.
@globalActor
private actor JobExecutor: SerialExecutor {
    static let shared = JobExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    nonisolated func enqueue(_ job: UnownedJob) {
        if let snapshot = TaskLocalSnapshot.current {
            snapshot.job = job
        } else {
            // On a system without custom executors, the job comes later, on another thread, and has no work.
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}

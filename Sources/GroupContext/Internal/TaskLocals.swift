#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A snapshot of all task-locals, for one closure that runs later, on another thread.
///
/// Only a new task inherits all task-locals. So the snapshot is a task, whose only job is kept until the
/// closure has to run. Only delayed requests pay for it.
package final class TaskLocals: Sendable {
    private let shelf: JobShelf

    package init() {
        let shelf = JobShelf()
        self.shelf = shelf
        // Safe: the closure makes a task that runs on the actor, and accesses no state of the actor itself.
        let make: (isolated JobShelf) -> Void = { shelf in
            Task {
                _ = shelf
                JobShelf.$current.withValue(shelf) { shelf.takeWork()?() }
            }
        }
        unsafeBitCast(make, to: ((JobShelf) -> Void).self)(shelf)
    }

    deinit {
        // A task that never runs is never released.
        shelf.runJob(nil)
    }

    /// Runs the closure with the captured task-locals the first time, and without them later.
    package func run(_ body: @escaping @Sendable () -> Void) {
        if !shelf.runJob(body) { body() }
    }

    /// A Boolean value that indicates whether this thread runs a task of the app, and so is one of the few
    /// that all tasks share.
    ///
    /// The task of a `TaskLocals` does not count: it runs on the thread on which the client calls back.
    package static var isInsideTask: Bool {
        guard withUnsafeCurrentTask(body: { $0 != nil }) else { return false }
        // Tasks of the app inherit this value, but run on another thread, or later.
        return JobShelf.current?.plainThread != pthread_self()
    }
}

/// An actor that keeps its only job, and runs it on the thread that calls `runJob(_:)`.
private actor JobShelf {
    /// The actor whose job is the current task.
    @TaskLocal static var current: JobShelf?

    private nonisolated let executor = JobExecutor()

    /// The thread on which the job runs; `nil` if a task of the app runs there.
    nonisolated var plainThread: pthread_t? { executor.shared.withLock { $0.plainThread } }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    nonisolated func takeWork() -> (@Sendable () -> Void)? {
        executor.shared.withLock { $0.work.take() }
    }

    /// Runs the job with the given work, and returns whether there was a job.
    @discardableResult
    nonisolated func runJob(_ work: (@Sendable () -> Void)?) -> Bool {
        let plainThread = TaskLocals.isInsideTask ? nil : pthread_self()
        let job = executor.shared.withLock { shared in
            if shared.job != nil { (shared.work, shared.plainThread) = (work, plainThread) }
            shared.isOver = true
            return shared.job.take()
        }
        job?.runSynchronously(on: unownedExecutor)
        executor.shared.withLock { $0.plainThread = nil }
        return job != nil
    }
}

private final class JobExecutor: SerialExecutor {
    struct Shared {
        var job: UnownedJob?
        var work: (@Sendable () -> Void)?
        var plainThread: pthread_t?
        var isOver = false
    }

    let shared = Locked(Shared())

    func enqueue(_ job: UnownedJob) {
        let isOver = shared.withLock { shared in
            if !shared.isOver { shared.job = job }
            return shared.isOver
        }
        // A system without custom executors may enqueue the job late. The job has no work then, but has to run
        // to be released.
        if isOver { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// All task-locals of where this was made, for one closure that runs later and elsewhere.
///
/// A task inherits them when it is made, and there is no other way to take them along. So a task is made
/// whose only job is kept here until the closure is to be run, on whatever thread that is. Who waits pays for
/// it, nobody else does.
package final class TaskLocals: Sendable {
    private let shelf: JobShelf

    /// Takes the task-locals of here and now.
    package init() {
        let shelf = JobShelf()
        self.shelf = shelf
        // Safe: the task is made for the actor, on which nothing else ever runs; nothing of the actor is
        // touched here.
        let make: (isolated JobShelf) -> Void = { shelf in
            Task {
                _ = shelf
                JobShelf.$current.withValue(shelf) { shelf.takeWork()?() }
            }
        }
        unsafeBitCast(make, to: ((JobShelf) -> Void).self)(shelf)
    }

    deinit {
        // A task that never ran would never be released.
        shelf.runJob(nil)
    }

    /// Runs the closure with the task-locals, the first time; further closures run without them.
    package func run(_ body: @escaping @Sendable () -> Void) {
        if !shelf.runJob(body) { body() }
    }

    /// A Boolean value that indicates whether this thread runs a task of the app, and so belongs to all tasks.
    ///
    /// The task of a `TaskLocals` does not count: it runs on whatever thread the client calls back.
    package static var isInsideTask: Bool {
        guard withUnsafeCurrentTask(body: { $0 != nil }) else { return false }
        // Tasks of the app inherit the shelf, but run elsewhere, or later.
        return JobShelf.current?.plainThread != pthread_self()
    }
}

/// An actor that runs its only job when it is told to, where it is told to.
private actor JobShelf {
    /// The shelf whose job is the current task.
    @TaskLocal static var current: JobShelf?

    private nonisolated let executor = JobExecutor()

    /// The thread on which the job is running, unless that runs a task of the app.
    nonisolated var plainThread: pthread_t? { executor.shared.withLock { $0.plainThread } }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    nonisolated func takeWork() -> (@Sendable () -> Void)? {
        executor.shared.withLock { $0.work.take() }
    }

    /// Runs the job with this work, and returns whether there was a job.
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
        // A system that is older than custom executors may enqueue the job late. It has nothing left to do
        // then, but has to run to be released.
        if isOver { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

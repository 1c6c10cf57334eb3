/// Threads for user code that may block, so that this code does not block the few threads that all tasks share.
///
/// A thread is started for each closure, up to a limit, and ends when no closure is waiting.
package final class WorkerThreads: Sendable {
    /// The threads of cancel handlers and observers; up to 512 of these threads may block at once.
    package static let limited = WorkerThreads(limit: 512)

    /// The threads that end requests at a deadline, without a limit, because nothing may delay a deadline.
    package static let unlimited = WorkerThreads(limit: .max)

    private struct Shared {
        var pending = Queue<@Sendable () -> Void>()
        var running = 0
        /// The number of threads that are starting, and have not taken a closure yet.
        var starting = 0
    }

    package let limit: Int
    private let shared = Locked(Shared())

    init(limit: Int) {
        self.limit = limit
    }

    /// Runs the closure on a thread of its own, or later if the limit is reached.
    package func run(_ work: @escaping @Sendable () -> Void) {
        let needsThread = shared.withLock { shared in
            shared.pending.append(work)
            // Each starting thread takes one closure, so a new thread is needed only for further closures.
            guard shared.running < limit, shared.pending.count > shared.starting
            else { return false }
            shared.running += 1
            shared.starting += 1
            return true
        }
        if needsThread, !startThread() {
            // The system has no thread left, so another worker runs the closure, or this thread if there is no worker.
            let isAlone = shared.withLock { shared in
                shared.starting -= 1
                guard shared.running > 1 else { return true }
                shared.running -= 1
                return false
            }
            if isAlone { runPending() }
        }
    }

    func runStarted() {
        shared.withLock { $0.starting -= 1 }
        runPending()
    }

    private func runPending() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            let work = shared.pending.take()
            if work == nil { shared.running -= 1 }
            return work
        }
    }
}

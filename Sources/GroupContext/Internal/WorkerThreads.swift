#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Threads for what may block, as the code of users does: the threads that all tasks share are few.
///
/// There are as many as there is work that has begun, up to a limit, and none when there is no work.
package enum WorkerThreads {
    package typealias Work = @Sendable () -> Void

    private struct Shared {
        var pending: [Work] = []
        var running = 0
    }

    /// As many closures may block at once before others have to wait.
    static let limit = 512
    private static let shared = Locked(Shared())

    /// Runs the closure on a thread of its own, or after others.
    package static func run(_ work: @escaping Work) {
        let needsThread = shared.withLock { shared in
            shared.pending.append(work)
            guard shared.running < limit else { return false }
            shared.running += 1
            return true
        }
        if needsThread, !startThread() {
            // The system has no thread left: better here than not at all.
            runPending()
        }
    }

    private static func startThread() -> Bool {
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let status = pthread_create(
            &thread,
            nil,
            { _ in
                WorkerThreads.runPending()
                return nil
            },
            nil
        )
        guard status == 0 else { return false }
        #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
        return true
    }

    private static func runPending() {
        while let work = next() { work() }
    }

    private static func next() -> Work? {
        shared.withLock { shared in
            if shared.pending.isEmpty {
                shared.running -= 1
                return nil
            }
            return shared.pending.removeFirst()
        }
    }
}

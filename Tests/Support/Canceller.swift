import Foundation
import GroupContext

/// Cancels a task, and notes whether user code runs on the thread that cancels.
package final class Canceller: Sendable {
    private struct State {
        var thread: ObjectIdentifier?
        var hasRunUserCode = false
    }

    private let state = Locked(State())

    package init() {}

    package var hasRunUserCode: Bool { state.withLock { $0.hasRunUserCode } }

    package func cancel<Success, Failure>(_ task: Task<Success, Failure>) {
        state.withLock { $0.thread = ObjectIdentifier(Thread.current) }
        task.cancel()
        state.withLock { $0.thread = nil }
    }

    /// Returns whether this thread is cancelling the task; called by user code.
    package func isRunning() -> Bool {
        state.withLock { state in
            let isRunning = state.thread == ObjectIdentifier(Thread.current)
            if isRunning { state.hasRunUserCode = true }
            return isRunning
        }
    }
}

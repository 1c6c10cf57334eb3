// On Linux a session ends the process if it receives the answer to a redirect that it does not wait for: "Received
// callback for HTTP redirection, but we're not waiting for it." It stops waiting when it begins to cancel the task,
// which a group may do at any moment, and after the first answer.
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// Withholds the answers of a delegate from a session that does not wait for them.
final class RedirectGuard: Sendable {
    private struct State {
        /// The identifiers of the tasks that are being cancelled and have not ended.
        var cancelled: Set<Int> = []
        var isInvalidated = false
    }

    // Cancelling and answering exclude each other: an earlier answer is on the session's queue before the cancelling.
    // Under this lock only closures of the session are called, which add work to that queue and return.
    private let state = Locked(State())

    /// Withholds all answers for a task that is about to be cancelled.
    func willCancel(_ task: URLSessionTask) {
        // The identifier of a completed task would never be removed.
        if task.state == .completed { return }
        state.withLock { _ = $0.cancelled.insert(task.taskIdentifier) }
    }

    /// Withholds all answers, because all tasks are about to be cancelled.
    func willCancelAll() {
        state.withLock { $0.isInvalidated = true }
    }

    func forget(_ taskIdentifier: Int) {
        state.withLock { _ = $0.cancelled.remove(taskIdentifier) }
    }

    var cancelledTasks: Set<Int> { state.withLock { $0.cancelled } }

    /// Returns a closure for the delegate to call in place of the session's handler.
    func answer(
        about task: URLSessionTask,
        _ handler: @escaping @Sendable (URLRequest?) -> Void
    ) -> @Sendable (URLRequest?) -> Void {
        let handler = Locked<(@Sendable (URLRequest?) -> Void)?>(handler)
        return { [self] request in
            guard let handler = handler.withLock({ $0.take() }) else { return }
            state.withLock { state in
                guard !state.isInvalidated, !state.cancelled.contains(task.taskIdentifier)
                else { return }
                // The caller may have cancelled the task itself.
                guard task.state == .running || task.state == .suspended else { return }
                handler(request)
            }
        }
    }
}
#endif

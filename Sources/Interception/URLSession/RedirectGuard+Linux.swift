// On Linux a session ends the process if it is answered about a redirect that it does not wait for:
// "Received callback for HTTP redirection, but we're not waiting for it." It no longer waits once it
// has begun to cancel the task, which a group does at any moment, or when it has been answered before.
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// Keeps the answers of a delegate from a session that does not wait for them.
final class RedirectGuard: Sendable {
    private struct State {
        /// The tasks that are being cancelled, by their identifiers, until they have ended.
        var cancelled: Set<Int> = []
        var isInvalidated = false
    }

    // Cancelling and answering exclude each other: an answer that comes first is in the queue of the
    // session before the cancelling. In here only closures of the session are called, which put
    // something into that queue and return.
    private let state = Locked(State())

    /// The task is about to be cancelled: the session is told no answer any more.
    func willCancel(_ task: URLSessionTask) {
        // One that has ended would be remembered for ever.
        if task.state == .completed { return }
        state.withLock { _ = $0.cancelled.insert(task.taskIdentifier) }
    }

    /// All tasks are about to be cancelled.
    func willCancelAll() {
        state.withLock { $0.isInvalidated = true }
    }

    /// The task has ended.
    func forget(_ taskIdentifier: Int) {
        state.withLock { _ = $0.cancelled.remove(taskIdentifier) }
    }

    /// The identifiers of the tasks that are being cancelled.
    var cancelledTasks: Set<Int> { state.withLock { $0.cancelled } }

    /// What a delegate may call instead of the handler that is the session's.
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

// On Linux a session crashes if a delegate answers a redirect for which the session does not wait: "Received callback
// for HTTP redirection, but we're not waiting for it." The session waits for one answer only, and stops waiting when
// it begins to cancel the task. A group may cancel the task at any moment. From that moment on, the proxy withholds
// the answer.
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// A guard that forwards the answer of a delegate about a redirect only while the session waits for an answer.
final class RedirectGuard: Sendable {
    // Under this lock, either the session's handler adds the answer to the session's queue before the task is
    // cancelled, or the answer is withheld. That handler calls no user code, so holding the lock is safe.
    // The objects are compared, because a task of another session, such as a task with a local response, may have the
    // same identifier.
    private let state = Locked((cancelled: [Int: ObjectIdentifier](), isInvalidated: false))

    func willCancel(_ task: URLSessionTask) {
        // Add no entry for a completed task, because no later method would remove the entry.
        if task.state == .completed { return }
        state.withLock { $0.cancelled[task.taskIdentifier] = ObjectIdentifier(task) }
    }

    func willCancelAll() {
        state.withLock { $0.isInvalidated = true }
    }

    func forget(_ taskIdentifier: Int) {
        state.withLock { $0.cancelled[taskIdentifier] = nil }
    }

    var cancelledTasks: Set<Int> { Set(state.withLock { $0.cancelled.keys }) }

    /// Returns a closure for the delegate to call in place of the session's handler.
    func guarding(
        _ handler: @escaping @Sendable (URLRequest?) -> Void,
        of task: URLSessionTask
    ) -> @Sendable (URLRequest?) -> Void {
        let handler = Locked<(@Sendable (URLRequest?) -> Void)?>(handler)
        return { [self] request in
            guard let handler = handler.withLock({ $0.take() }) else { return }
            state.withLock { state in
                guard !state.isInvalidated,
                    state.cancelled[task.taskIdentifier] != ObjectIdentifier(task)
                else { return }
                // The user may have cancelled the bare session task, without calling `willCancel`. Then do not answer.
                guard task.state == .running || task.state == .suspended else { return }
                handler(request)
            }
        }
    }
}
#endif

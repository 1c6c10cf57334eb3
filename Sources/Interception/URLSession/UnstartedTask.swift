import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// A bare session task that is created when its request is issued, and gets its handler when the request
/// starts.
///
/// Creating a task in a session that has been invalidated meanwhile, even without the wrapper, ends the
/// process. Releasing an unstarted task cancels it, because its session would retain it for ever.
final class UnstartedTask<Task: URLSessionTask, Value>: Sendable {
    /// The task's handler, which calls the request's handler when the task has ended and the request has
    /// started.
    private final class Relay: Sendable {
        private enum State {
            case waiting
            case started(TaskHandler<Value>)
            /// The task was cancelled before its start, for instance by invalidating the session.
            case ended(URLResponse?, (any Error)?)
        }

        private let state = Locked(State.waiting)

        func end(_ value: Value?, _ response: URLResponse?, _ error: (any Error)?) {
            let handler = state.withLock { state -> TaskHandler<Value>? in
                defer { state = .ended(response, error) }
                if case .started(let handler) = state { return handler }
                return nil
            }
            handler?(value, response, error)
        }

        /// Sets the handler; returns `false` if the task had ended, and the handler was called at once.
        func start(_ handler: @escaping TaskHandler<Value>) -> Bool {
            let before = state.withLock { state in
                defer { if case .waiting = state { state = .started(handler) } }
                return state
            }
            guard case .ended(let response, let error) = before else { return true }
            handler(nil, response, error)
            return false
        }
    }

    private let made: Locked<(task: Task, relay: Relay)?>

    init(_ make: (@escaping TaskHandler<Value>) -> Task) {
        let relay = Relay()
        made = Locked((make { relay.end($0, $1, $2) }, relay))
    }

    deinit {
        made.withLock { $0 }?.task.cancel()
    }

    /// Returns the task, which now calls the handler; `nil` if it had ended, and the handler was called at
    /// once.
    func start(_ handler: @escaping TaskHandler<Value>) -> Task? {
        // Removed here, so that only the session retains the handler.
        guard let (task, relay) = made.withLock({ $0.take() }) else { return nil }
        return relay.start(handler) ? task : nil
    }
}

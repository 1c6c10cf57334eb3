import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// A bare session task that is made when its request is issued, and gets its handler when the request starts.
///
/// A session that has been invalidated meanwhile, even past the wrapper, ends the process if it is asked for a task.
/// Releasing an unstarted task cancels it, because its session would keep it for ever.
final class UnstartedTask<Task: URLSessionTask, Value>: Sendable {
    /// The handler that the session has: calls the handler of the request once both are there.
    private final class Relay: Sendable {
        private enum State {
            case waiting
            case started(TaskHandler<Value>)
            /// Cancelled before its start, as by invalidating the session.
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

        /// Sets the handler, and returns whether it will be called by the session; else it has just been called.
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

    /// Returns the task, which calls the handler from now on; `nil` if it has ended, and the handler has been called.
    func start(_ handler: @escaping TaskHandler<Value>) -> Task? {
        // Taken, so that nothing but the session keeps the handler.
        guard let (task, relay) = made.withLock({ $0.take() }) else { return nil }
        return relay.start(handler) ? task : nil
    }
}

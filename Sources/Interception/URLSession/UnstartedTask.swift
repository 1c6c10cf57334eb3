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
    private let cookies: String?

    init(in session: URLSession, _ make: (@escaping TaskHandler<Value>) -> Task) {
        let relay = Relay()
        let task = make { relay.end($0, $1, $2) }
        made = Locked((task, relay))
        cookies = Self.cookies(for: task, in: session)
    }

    deinit {
        made.withLock { $0 }?.task.cancel()
    }

    /// Returns whether a task that is made now would send the same cookies.
    func hasCurrentCookies(of session: URLSession) -> Bool {
        guard let task = made.withLock({ $0 })?.task else { return true }
        return Self.cookies(for: task, in: session) == cookies
    }

    /// The cookies that a session on Linux adds to a request when it makes the task.
    ///
    /// Sessions of Apple's platforms add them when the task starts.
    private static func cookies(for task: URLSessionTask, in session: URLSession) -> String? {
        #if canImport(FoundationNetworking)
        let configuration = session.configuration
        guard configuration.httpShouldSetCookies, let url = task.originalRequest?.url,
            let cookies = configuration.httpCookieStorage?.cookies(for: url)
        else { return nil }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
        #else
        return nil
        #endif
    }

    /// Returns the task, which calls the handler from now on; `nil` if it has ended, and the handler has been called.
    func start(_ handler: @escaping TaskHandler<Value>) -> Task? {
        // Taken, so that nothing but the session keeps the handler.
        guard let (task, relay) = made.withLock({ $0.take() }) else { return nil }
        return relay.start(handler) ? task : nil
    }
}

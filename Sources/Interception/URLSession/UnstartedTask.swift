import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

typealias UnstartedTaskHandler = @Sendable (TaskAnswer) -> Void

/// A session task that is created when its request is issued, and gets its handler when the request starts.
///
/// If the task were created at the start, the bare session might have been invalidated, and creating a task
/// in such a session ends the process. Releasing an unstarted task cancels the task, because the session
/// would otherwise retain the task for ever.
final class UnstartedTask<Task: URLSessionTask>: Sendable {
    private enum State {
        case waiting
        case started(UnstartedTaskHandler)
        /// The task has ended; a task that ends before its start was cancelled, such as by invalidating its session.
        case ended
    }

    // Set to `nil` at the start, so that only the session retains the handler from then on.
    private let made: Locked<(task: Task, state: Locked<State>)?>

    /// Creates the task; calls `ended` if the task ends before its start.
    init(
        _ make: (@escaping UnstartedTaskHandler) -> Task,
        ended: @escaping @Sendable () -> Void
    ) {
        let state = Locked(State.waiting)
        let task = make { answer in
            let before = state.withLock { state in
                defer { state = .ended }
                return state
            }
            switch before {
            case .waiting: ended()
            case .started(let handler): handler(answer)
            case .ended: break
            }
        }
        made = Locked((task, state))
    }

    deinit {
        made.withLock { $0 }?.task.cancel()
    }

    /// Returns the task, and sets its handler; `nil` if the task has ended.
    func start(_ handler: @escaping UnstartedTaskHandler) -> Task? {
        guard let (task, state) = made.withLock({ $0.take() }) else { return nil }
        return state.withLock { state in
            guard case .waiting = state else { return nil }
            state = .started(handler)
            return task
        }
    }
}

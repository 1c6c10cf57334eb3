import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session task that is created when its request is issued, and gets its handler when the request starts.
///
/// If the task were created at the start, the bare session might have been invalidated, and creating a task
/// in such a session crashes. Releasing this object before the start cancels the task, because the session
/// would otherwise retain the task for ever.
final class UnstartedTask<Task: URLSessionTask>: Sendable {
    private enum State {
        case waiting
        case started(TaskHandler)
        /// The task has ended. If the task had not started, it was cancelled, for example because its session was
        /// invalidated.
        case ended
    }

    // Set to `nil` at the start, so that only the session retains the handler from then on.
    private let made: Locked<(task: Task, state: Locked<State>)?>

    /// Creates the task; calls `ended` if the task ends before its start.
    init(_ make: (TaskHandler) -> Task, ended: @escaping @Sendable () -> Void) {
        let state = Locked(State.waiting)
        let handler = TaskHandler.answer { answer in
            switch state.replace(with: .ended) {
            case .waiting: ended()
            case .started(let handler): handler(answer)
            case .ended: break
            }
        }
        made = Locked((make(handler), state))
    }

    deinit {
        made.withLock { $0 }?.task.cancel()
    }

    /// Returns the task, and sets its handler; `nil` if the task has ended or was started before.
    func start(_ handler: TaskHandler) -> Task? {
        guard let (task, state) = made.withLock({ $0.take() }) else { return nil }
        return state.withLock { state in
            guard case .waiting = state else { return nil }
            state = .started(handler)
            return task
        }
    }
}

/// A closure that provides the task of a starting request, or `nil` if the task has ended or cannot be created.
typealias TaskMaker<Task: URLSessionTask> = @Sendable (InterceptedCall, TaskHandler) -> Task?

extension InterceptingClient<URLSession> {
    /// Returns a closure that provides the task of a request that starts later.
    ///
    /// If `isMadeNow` is true and no adapter has to run at the start, the task is created now; on Linux it then sends
    /// the cookies that exist now, as a task of the bare session does. Otherwise the task is created at the start; if a
    /// local response may come first, a reservation delays an invalidation of the session until then. `ended` is called
    /// if the session is cancelled before the start, or if a task that was created now ends before its start.
    func taskMaker<Form: TaskForm>(
        _ form: Form,
        _ pipelineRequest: PipelineRequest?,
        isMadeNow: Bool,
        ended: @escaping @Sendable () -> Void = {}
    ) -> TaskMaker<Form.Task> {
        let (request, registry) = (UnstartedRequest(), proxiedRegistry)
        let make = { @Sendable (handler: TaskHandler) in
            let end = TaskEnd(request, in: base, registry: registry, handler)
            return form.make(base, pipelineRequest?.request, end)
        }
        let register = { @Sendable (task: Form.Task, call: InterceptedCall) in
            // A group may cancel the task without `recordCancelling()`, so assume that the task may be cancelled.
            request.setTask(task, mayBeCancelled: true)
            self.register(task, of: call, in: registry)
            return task
        }
        if isMadeNow, pipelineRequest?.needsAdapting != true {
            let unstarted = UnstartedTask(make, ended: ended)
            return { call, handler in unstarted.start(handler).map { register($0, call) } }
        }
        let reservation =
            pipelineRequest?.mayBeAnswered == true
            ? TaskReservation(in: base, cancelled: ended) : nil
        return { call, handler in
            let create = { register(make(handler), call) }
            return if let reservation { reservation.make(create) } else { create() }
        }
    }
}

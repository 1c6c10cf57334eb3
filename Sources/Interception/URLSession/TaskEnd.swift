import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives the end of a task with a handler; only the handler retains this object.
final class TaskEnd: UnstartedRequestCallbacks, @unchecked Sendable {
    // Not copyable, because a copy would retain and release every closure.
    enum Receiver: ~Copyable {
        case handler(TaskHandler, HTTPStatusCheck?)
        case pipeline(PipelineRequest, PipelineRequest.Receiver)
        /// A closure that receives the end, and then ends the request.
        case closure(@Sendable (TaskAnswer) -> Void)
    }

    private let receiver: Receiver
    /// The context of the session's delegate, in which the request is registered.
    private let context: DelegateContext?

    init(
        _ request: UnstartedRequest,
        in context: DelegateContext?,
        _ receiver: consuming Receiver
    ) {
        self.receiver = receiver
        self.context = context
        super.init(request)
    }

    fileprivate func end(_ answer: TaskAnswer) {
        let task = request.task
        task?.willEnd(hasFailed: answer.error != nil)
        switch receiver {
        case .handler(let handler, let check):
            request.answer(answer.error ?? check?.failure(of: answer.response)) { handler(answer) }
        case .pipeline(let piped, let receive):
            piped.end(InterceptedCall(self), answer, receive)
        case .closure(let closure): closure(answer)
        }
        if let context, let task { context.remove(task.identifier) }
    }
}

extension TaskEnd? {
    // A closure that captures a single object needs no allocated context, so the handlers capture only `self`.

    func dataHandler(or handler: TaskHandler?) -> DataHandler? {
        guard let self else { return handler?.data }
        return { self.end(TaskAnswer(value: $0.map(TaskValue.data), response: $1, error: $2)) }
    }

    func fileHandler(or handler: TaskHandler?) -> FileHandler? {
        guard let self else { return handler?.file }
        return { self.end(TaskAnswer(value: $0.map(TaskValue.file), response: $1, error: $2)) }
    }
}

/// The task whose handler calls `willEnd`; the handler exists before its task, so the task is stored later.
struct HandlerTask: Sendable {
    var mayBeCancelled: Bool

    let identifier: Int

    #if canImport(FoundationNetworking)
    // A strong reference suffices, because the session also retains the task until the handler has run.
    private let task: URLSessionTask
    private let session: URLSession
    private static let allMayBeCancelled = Locked(false)
    #endif

    init(_ task: URLSessionTask, in session: URLSession, mayBeCancelled: Bool) {
        self.mayBeCancelled = mayBeCancelled
        identifier = task.taskIdentifier
        #if canImport(FoundationNetworking)
        self.task = task
        self.session = session
        #endif
    }

    /// Records that any task may have been cancelled; every handler then checks the state of its task.
    static func recordCancellingOfAll() {
        #if canImport(FoundationNetworking)
        allMayBeCancelled.withLock { $0 = true }
        #endif
    }

    /// Waits, if necessary, until the session has finished cancelling the task; called first in the task's handler.
    ///
    /// If `hasFailed` is true, user code may have cancelled the task through the bare session or a `Progress`.
    func willEnd(hasFailed: Bool) {
        #if canImport(FoundationNetworking)
        // Reading the state of the task is slow, so check only tasks that may have been cancelled.
        if hasFailed || mayBeCancelled || Self.allMayBeCancelled.withLock({ $0 }) {
            if session.awaitsCancelling { task.awaitCancelling() }
        }
        #endif
    }
}

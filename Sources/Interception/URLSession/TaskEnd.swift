import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Ends the request of a task with a handler.
///
/// The closure that the session calls retains this object. Until the end, the `DelegateContext` in which the task is
/// registered retains it, too.
final class TaskEnd: UnstartedRequestCallbacks, @unchecked Sendable {
    /// The handler of the caller.
    private let handler: TaskHandler
    private let check: HTTPStatusCheck?
    private let piped: PipelineRequest?
    /// The context of the session's delegate, in which the request is registered.
    private let context: DelegateContext?

    init(
        _ request: UnstartedRequest,
        in context: DelegateContext?,
        _ handler: TaskHandler,
        _ piped: PipelineRequest? = nil,
        check: HTTPStatusCheck? = nil
    ) {
        (self.handler, self.check, self.piped) = (handler, check, piped)
        self.context = context
        super.init(request)
    }

    fileprivate func end(_ answer: TaskAnswer) {
        let task = request.takeTask()
        task?.willEnd(hasFailed: answer.error != nil)
        if let piped {
            piped.end(InterceptedCall(self), answer, handler)
        } else {
            request.answer(answer.error ?? answer.rejection) { handler(answer) }
        }
        if let context, let task { context.remove(task.identifier) }
    }

    /// Returns the error of the status check; `nil` for a pipeline request, which checks its response itself.
    fileprivate func rejection(of response: URLResponse?, _ error: (any Error)?) -> (any Error)? {
        // A task with resume data bypasses the pipeline, and so its validators.
        piped == nil && error == nil ? check?.failure(of: response) : nil
    }
}

extension TaskEnd? {
    // A closure that captures a single object needs no allocated context, so the handlers capture only `self`. The
    // operator `??` is generic, and would allocate twice to convert a closure.

    func dataHandler(or handler: TaskHandler?) -> DataHandler? {
        guard let self else { return handler?.data }
        return {
            let rejection = self.rejection(of: $1, $2)
            self.end(TaskAnswer(data: $0, response: $1, error: $2, rejection: rejection))
        }
    }

    func fileHandler(or handler: TaskHandler?) -> FileHandler? {
        guard let self else { return handler?.file }
        return {
            let rejection = self.rejection(of: $1, $2)
            self.end(TaskAnswer(file: $0, response: $1, error: $2, rejection: rejection))
        }
    }
}

/// The task whose handler calls `willEnd`; the request gets the task later, because the handler is created first.
struct HandlerTask: Sendable {
    var mayBeCancelled: Bool

    #if canImport(FoundationNetworking)
    // A strong reference is harmless, because the session also retains the task until the handler has run.
    private let task: URLSessionTask
    private let session: URLSession
    private static let allMayBeCancelled = Locked(false)

    var identifier: Int { task.taskIdentifier }
    #else
    let identifier: Int
    #endif

    init(_ task: URLSessionTask, in session: URLSession, mayBeCancelled: Bool) {
        self.mayBeCancelled = mayBeCancelled
        #if canImport(FoundationNetworking)
        self.task = task
        self.session = session
        #else
        identifier = task.taskIdentifier
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
            task.awaitCancelling(in: session)
        }
        #endif
    }
}

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The end of a task with a handler; this object answers the request of the task.
///
/// The closure that the session calls retains this object. Until the end, the `TaskRegistry` in which the task is
/// registered retains it, too.
final class TaskEnd: UnstartedRequestCallbacks, @unchecked Sendable {
    /// The handler of the caller.
    private let handler: TaskHandler
    private let check: HTTPStatusCheck?
    private let pipelineRequest: PipelineRequest?
    private let session: URLSession
    /// The registry of the session's delegate, in which the request is registered.
    private let registry: TaskRegistry?

    init(
        _ request: UnstartedRequest,
        in session: URLSession,
        registry: TaskRegistry?,
        _ handler: TaskHandler,
        _ pipelineRequest: PipelineRequest? = nil,
        _ check: HTTPStatusCheck? = nil
    ) {
        (self.handler, self.check, self.pipelineRequest) = (handler, check, pipelineRequest)
        (self.session, self.registry) = (session, registry)
        super.init(request)
    }

    /// Ends the request.
    ///
    /// `makeAnswer` gets the error of the status check; `nil` for a pipeline request, which checks its response itself.
    @inline(__always)
    fileprivate func end(
        _ response: URLResponse?,
        _ error: (any Error)?,
        _ makeAnswer: (_ rejection: (any Error)?) -> TaskAnswer
    ) {
        let (task, identifier, mayBeCancelled) = request.takeTask()
        // If the task has failed, user code may have cancelled the task through the bare session or a `Progress`.
        if error != nil || mayBeCancelled { task?.awaitCancelling(in: session) }
        if let pipelineRequest {
            pipelineRequest.end(InterceptedCall(.unstarted(self)), makeAnswer(nil), handler)
        } else {
            let rejection = error == nil ? check?.failure(of: response) : nil
            request.answer(error ?? rejection) { handler(makeAnswer(rejection)) }
        }
        if let registry, let identifier { registry.remove(identifier) }
    }
}

extension TaskEnd? {
    // A closure that captures a single object needs no allocated context, so the handlers capture only `self`. The
    // operator `??` is generic, and would allocate twice to convert a closure.

    func dataHandler(or handler: TaskHandler?) -> DataHandler? {
        guard let self else { return handler?.data }
        return { data, response, error in
            self.end(response, error) {
                TaskAnswer(data: data, response: response, error: error, rejection: $0)
            }
        }
    }

    func fileHandler(or handler: TaskHandler?) -> FileHandler? {
        guard let self else { return handler?.file }
        return { file, response, error in
            self.end(response, error) {
                TaskAnswer(file: file, response: response, error: error, rejection: $0)
            }
        }
    }
}

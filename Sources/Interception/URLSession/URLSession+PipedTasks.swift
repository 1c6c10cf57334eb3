// The tasks of requests that go through the pipeline, if there is one.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    /// A Boolean value that indicates whether requests go through a pipeline or through stubs.
    var isPiped: Bool {
        interceptionSettings.pipeline != nil || !RequestStubs.scope.isEmpty
    }

    /// Returns the pipeline request of a task; `nil` if it has no request or there is no pipeline.
    func piped(_ form: some TaskForm) -> PipedRequest? {
        guard isPiped, let request = form.piped else { return nil }
        return piped(request, isCached: form.isCached)
    }

    /// Returns the pipeline request of a request; `nil` if there is no pipeline.
    func piped(
        _ request: URLRequest,
        isCached: Bool = false
    ) -> PipedRequest? {
        let scope = RequestStubs.scope
        guard interceptionSettings.pipeline != nil || !scope.isEmpty else { return nil }
        return PipedRequest(
            request,
            settings: interceptionSettings,
            scope: scope,
            identity: identityOfNext,
            cache: isCached ? interceptionSettings.pipeline?.cache : nil,
            configuration: { base.configuration }
        )
    }
}

// MARK: - Tasks with a handler

/// A closure that receives the answer to a pipeline request.
typealias Receiver<Value> = @Sendable (PipedRequest.Reception<Value>) -> Void

extension InterceptingClient<URLSession> {
    /// Creates a task of a pipeline request, which enters its group when it is resumed.
    func task<Form: HandledTaskForm>(
        _ form: Form,
        _ piped: PipedRequest,
        _ receive: @escaping Receiver<Form.Value>
    ) -> InterceptedTask<Form.Task> {
        // A task with a local response belongs to another session.
        let context = piped.mayBeAnswered ? nil : proxiedContext
        let request = issuing(piped).preparedRequest { piped.request.requestLabel }
        let call = InterceptedCall(AnsweringEnd(request))
        return InterceptedTask(
            makeTask(form, piped, of: call, by: request, receive),
            of: request,
            settings: interceptionSettings,
            context: context,
            prepare: { _ in
                piped.start()
                return true
            }
        )
    }

    private func makeTask<Form: HandledTaskForm>(
        _ form: Form,
        _ piped: PipedRequest,
        of call: InterceptedCall,
        by owner: some TaskOwner,
        _ receive: @escaping Receiver<Form.Value>
    ) -> Form.Task {
        if piped.mayBeAnswered {
            let answered = answeredRequest(form, piped, of: call, receive)
            return AnsweringProtocol.makeTask(for: answered, of: piped.request) {
                form.make(in: $0, $1, $2)
            }
        }
        let handler: TaskHandler<Form.Value> = { value, response, error in
            // Requests that the handler issues use the same stubs, on any thread.
            piped.bind {
                let received = piped.receive(value, response, error)
                call.answer(received.result.reportedFailure) { receive(received) }
            }
        }
        // Outside a group, no group waits for the task, and only its user cancels it.
        guard call.isGrouped else {
            let task = form.make(in: base, piped.request, handler)
            adaptRedirects(of: task)
            return task
        }
        return makeTask(form, piped.request, of: call, by: owner, in: proxiedContext, handler)
    }

    /// Returns a request that passes its local response to `receive`, and ends the call.
    func answeredRequest<Form: HandledTaskForm>(
        _ form: Form,
        _ piped: PipedRequest,
        of call: InterceptedCall,
        _ receive: @escaping Receiver<Form.Value>
    ) -> AnsweredRequest<Form.Value> {
        let context = proxiedContext
        let client = interceptedClient
        let find: @Sendable (PipedRequest) async -> ReadyAnswer? = {
            await $0.answerFound(in: call, of: client)
        }
        let answered = AnsweredRequest<Form.Value>(
            piped,
            by: find,
            on: base.delegateQueue,
            in: context,
            makeLate: piped.isLate ? lateTask(form, piped, of: call, in: context) : nil
        ) { received in
            call.answer(received.result.reportedFailure) { receive(received) }
        }
        if piped.mayBeSent, !piped.isLate {
            answered.prepareFallback { handler in
                makeTask(form, piped.request, of: call, by: TaskBox(), in: context, handler)
            }
        }
        return answered
    }

    /// Returns a closure that creates the task of a request when the adapters of its start have run.
    private func lateTask<Form: HandledTaskForm>(
        _ form: Form,
        _ piped: PipedRequest,
        of call: InterceptedCall,
        in context: TaskContext?
    ) -> AnsweredRequest<Form.Value>.MakeLate {
        let late = LateTask(in: base)
        return { request, handler in
            piped.bind {
                late.make {
                    makeTask(form, request, of: call, by: TaskBox(), in: context, handler)
                }
            }
        }
    }
}

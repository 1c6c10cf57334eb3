import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The ways of what has a request: through the pipeline first, if there is one.

extension InterceptingClient<URLSession> {
    /// Whether anything happens to requests on their way.
    var isPiped: Bool {
        interceptionSettings.pipeline != nil || !RequestStubs.scope.isEmpty
    }

    /// Sends the request of a task through the pipeline, if there is one.
    func piped(_ form: some TaskForm) -> PipedRequest? {
        guard isPiped, let request = form.piped else { return nil }
        return piped(request, isCached: form.isCached)
    }

    /// Sends the request through the pipeline, if there is one.
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

/// What becomes of what a piped request has received.
typealias Receiver<Value> = @Sendable (PipedRequest.Reception<Value>) -> Void

extension InterceptingClient<URLSession> {
    /// Creates a task of a piped request that enters when it is resumed.
    func task<Form: HandledTaskForm>(
        _ form: Form,
        _ piped: PipedRequest,
        _ receive: @escaping Receiver<Form.Value>
    ) -> InterceptedTask<Form.Task> {
        // What is to be answered is a task of another session.
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
            // What is issued in here is stubbed too, on whatever thread it runs.
            piped.bind {
                let received = piped.receive(value, response, error)
                call.answer(received.result.reportedFailure) { receive(received) }
            }
        }
        // Nobody waits for what is in no group, and nobody but its user cancels it.
        guard call.isGrouped else {
            let task = form.make(in: base, piped.request, handler)
            adaptRedirects(of: task)
            return task
        }
        return makeTask(form, piped.request, of: call, by: owner, in: proxiedContext, handler)
    }

    /// The way of an answer to the receiver of a call.
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

    /// Makes the task of a request that the adapters of the start have yet to change.
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

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    var isPiped: Bool {
        interceptionSettings.pipeline != nil || !RequestStubs.scope.isEmpty
    }

    /// Returns the pipeline request of a task; `nil` without a pipeline, or for a task without a `URLRequest`.
    func piped(_ form: some TaskForm, hasHandler: Bool = true) -> PipelineRequest? {
        guard isPiped, let request = form.name.request else { return nil }
        return piped(request, isCached: hasHandler && form.kind == .data)
    }

    func piped(_ request: URLRequest, isCached: Bool = false) -> PipelineRequest? {
        guard isPiped else { return nil }
        return PipelineRequest(
            request,
            settings: interceptionSettings,
            scope: RequestStubs.scope,
            identity: nextIdentity,
            cache: isCached ? interceptionSettings.pipeline?.cache : nil,
            configuration: { base.configuration }
        )
    }

    /// Creates the task of a pipeline request; the task enters its group when the task is resumed.
    func task<Form: TaskForm>(
        _ form: Form,
        _ piped: PipelineRequest,
        _ receive: @escaping PipelineRequest.Receiver
    ) -> InterceptedTask<Form.Task> {
        guard piped.mayBeAnswered else { return task(form, piped, .pipeline(piped, receive)) }
        let session = issuing(piped)
        let request = session.unstartedRequest
        let call = InterceptedCall(UnstartedRequestCallbacks(request))
        let delivery = LocalResponseDelivery(form, piped, of: call, in: self, receive)
        let task = LocalResponseProtocol.makeTask(form, for: delivery, of: piped.request)
        // The session that serves local responses created this task, and that session has no context.
        let setup = TaskSetup(request, session, form, piped, in: nil, hasHandler: true)
        return InterceptedTask(task, setup)
    }
}

// MARK: - Tasks that are created or sent later

/// Creates the task of a request when the request starts; returns `nil` after `invalidateAndCancel`.
typealias TaskMaker<Task: URLSessionTask> =
    @Sendable (InterceptedCall, @escaping UnstartedTaskHandler) -> Task?

extension InterceptingClient<URLSession> {
    /// Returns a closure that creates the task of a request that starts later.
    ///
    /// If `isMadeNow` is true, the task is created now, unless adapters have to run at the start. On Linux
    /// the session then sends the cookies that exist now, as a bare session does. `ended` is called if the
    /// task ends before its start, for example because the bare session is invalidated. If `isReserved` is
    /// true, the wrapper invalidates the session only after the task was created.
    func taskMaker<Form: TaskForm>(
        _ form: Form,
        _ piped: PipelineRequest?,
        isMadeNow: Bool,
        isReserved: Bool,
        ended: @escaping @Sendable () -> Void = {}
    ) -> TaskMaker<Form.Task> {
        let (request, context) = (UnstartedRequest(), proxiedContext)
        let make = { @Sendable (handler: @escaping UnstartedTaskHandler) in
            form.make(base, piped?.request, TaskEnd(request, in: context, .closure(handler)))
        }
        let register = { @Sendable (task: Form.Task, call: InterceptedCall) in
            // A group may cancel the task without `recordCancelling()`, so assume that the task may be cancelled.
            request.task = HandlerTask(task, in: base, mayBeCancelled: true)
            self.register(task, of: call, in: context)
            return task
        }
        if isMadeNow, piped?.needsAdapting != true {
            let unstarted = UnstartedTask(make, ended: ended)
            return { call, handler in unstarted.start(handler).map { register($0, call) } }
        }
        let reservation = isReserved ? TaskReservation(in: base) : nil
        return { call, handler in
            let create = { register(make(handler), call) }
            return if let reservation { reservation.make(create) } else { create() }
        }
    }
}

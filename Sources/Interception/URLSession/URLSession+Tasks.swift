// The methods are not generic over the type of the session, because a generic call would take longer than the rest of a
// request's work.

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// This wrapper with the base type `URLSession`, which has the methods for every type of session.
    var session: InterceptingClient<URLSession> { InterceptingClient<URLSession>(self, as: base) }
}

extension InterceptingClient<URLSession> {
    /// Creates a task; `isBare` is `true` if the task enters its group at once and the user gets the bare session task.
    func task<Form: TaskForm>(_ form: Form, isBare: Bool = false) -> InterceptedTask<Form.Task> {
        let piped = piped(form, hasHandler: form.handler != nil)
        if let handler = form.handler { return task(form, piped, handler) }
        let canHaveHandler = form.kind != .streamedUpload
        let delegate = base.delegate
        // A stub can answer a task only through a handler. Add a handler only if the session has no delegate, because
        // the session does not notify its delegate of a task with a handler.
        if canHaveHandler, delegate == nil, piped?.mayBeAnswered == true {
            return task(form, piped, .ignore)
        }
        if let context = (delegate as? DelegateProxy)?.context {
            return reportingTask(form, piped, in: context, isBare: isBare)
        }
        #if canImport(FoundationNetworking)
        let isTracked = !(delegate is any URLSessionTaskDelegate)
        #else
        let end = DelegateRouting(of: base).endOfTasks
        if end == .taskDelegate {
            let context = DelegateContext(adaptRedirect: adaptRedirect)
            return reportingTask(form, piped, in: context, isBare: isBare)
        }
        let isTracked = end == .handler
        #endif
        // No delegate would receive the end, so give the task a handler.
        if canHaveHandler, isTracked { return task(form, piped, .ignore) }
        return untrackedTask(form, piped)
    }

    /// Creates a bare session task, and enters the group at once.
    func bareTask<Form: TaskForm>(_ form: Form) -> Form.Task {
        let enters = interceptionSettings.needsAdmission || RequestGroup.current != nil
        // The bare session creates a task that needs neither a membership nor a pipeline request.
        guard enters || isPiped else {
            #if DEBUG
            reportUngrouped { form.kind.label(form.issued) }
            #endif
            return form.make(base, nil, nil)
        }
        return task(form, isBare: enters).enter()
    }

    /// Returns the pipeline request of a task; `nil` without a pipeline or stubs, or for a task with resume data.
    func piped(_ form: some TaskForm, hasHandler: Bool = true) -> PipelineRequest? {
        guard isPiped, let source = form.issued else { return nil }
        return piped(source.request, isCached: hasHandler && form.kind == .data)
    }

    func piped(_ request: URLRequest, isCached: Bool = false) -> PipelineRequest? {
        isPiped ? PipelineRequest(request, of: self, isCached: isCached) : nil
    }

    var isPiped: Bool {
        interceptionSettings.pipeline != nil || !RequestStubs.scope.isEmpty
    }

    var adaptRedirect: RedirectAdapter? { interceptionSettings.pipeline?.adaptRedirect }

    var proxiedContext: DelegateContext? { (base.delegate as? DelegateProxy)?.context }
}

// MARK: - Tasks with a handler

extension InterceptingClient<URLSession> {
    /// Creates a task with a handler; a local response may answer the task of a pipeline request.
    func task<Form: TaskForm>(
        _ form: Form,
        _ piped: PipelineRequest?,
        _ handler: TaskHandler
    ) -> InterceptedTask<Form.Task> {
        if let piped, piped.mayBeAnswered {
            // The session that serves local responses creates this task, and that session has no context.
            let setup = TaskSetup(self, form, piped, in: nil, hasHandler: true)
            let call = InterceptedCall(UnstartedRequestCallbacks(setup))
            let delivery = LocalResponseDelivery(form, piped, of: call, in: self, handler)
            let task = LocalResponseProtocol.makeTask(form, for: delivery, of: piped.request)
            setup.setTask(task, in: LocalResponseProtocol.session)
            return InterceptedTask(task, setup)
        }
        let delegate = base.delegate
        let context = (delegate as? DelegateProxy)?.context
        let setup = TaskSetup(self, form, piped, in: context, hasHandler: true)
        let check = interceptionSettings.statusCheck
        let end = TaskEnd(setup, in: context, handler, piped, check: check)
        let task = form.make(base, piped?.request, end)
        // The session's delegate receives the task and may cancel the task.
        setup.setTask(task, in: base, mayBeCancelled: delegate != nil)
        register(task, of: InterceptedCall(end), in: context)
        return InterceptedTask(task, setup)
    }

    /// Registers a task with a handler, and lets its delegate adapt redirects and run in the group.
    func register(_ task: URLSessionTask, of call: InterceptedCall, in context: DelegateContext?) {
        context?.insert(call, for: task, check: nil)
        // The session itself follows redirects unchanged, so set a proxy that adapts redirects.
        #if canImport(FoundationNetworking)
        if context == nil, let adaptRedirect {
            let context = DelegateContext(adaptRedirect: adaptRedirect)
            let delegate = base.delegate as? any URLSessionTaskDelegate
            task.delegate = DelegateProxy.proxy(for: delegate, context: context)
        }
        #else
        let context = context ?? DelegateContext(of: RegisteredTask(call: call))
        // If the tasks of the session accept no delegate, setting a delegate would raise an exception.
        if adaptRedirect != nil, DelegateRouting(of: base).tasks == .delegatesAndHandlers {
            task.delegate = delegate(nil, of: call)
        }
        context.follow(task, of: call, in: base, isPiped: isPiped, hasHandler: true)
        #endif
    }

    private func reportingTask<Form: TaskForm>(
        _ form: Form,
        _ piped: PipelineRequest?,
        in context: DelegateContext,
        isBare: Bool
    ) -> InterceptedTask<Form.Task> {
        // The context of a single task retains the call and so the setup, which needs this context only in a pipeline.
        let kept = piped != nil || context === proxiedContext ? context : nil
        let setup = TaskSetup(self, form, piped, in: kept, hasHandler: false)
        let call = InterceptedCall(UnstartedRequestCallbacks(setup))
        let task = form.make(base, piped?.request, nil)
        setup.setTask(task, in: base)
        context.insert(call, for: task, check: interceptionSettings.statusCheck)
        #if !canImport(FoundationNetworking)
        context.follow(task, of: call, in: base, isPiped: isPiped, isBare: isBare)
        #endif
        return InterceptedTask(task, setup)
    }
}

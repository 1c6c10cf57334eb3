// The methods are not generic over the type of the session, because a generic call would take longer than the rest of a
// request's work. Requests with a pipeline use URLSession+PipelineTasks.swift.

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
    /// Creates a task that enters its group when the task is resumed or, if `isBare` is true, at once.
    func task<Form: TaskForm>(_ form: Form, isBare: Bool = false) -> InterceptedTask<Form.Task> {
        let piped = piped(form, hasHandler: form.handler != nil)
        switch receiver(of: form, piped) {
        case .handler(let handler):
            if let piped {
                return task(form, piped) { answer, _ in handler(answer) }
            }
            return task(form, nil, .handler(handler, interceptionSettings.statusCheck))
        case .delegate(let context):
            return issuing(piped).reportingTask(form, piped, in: context, isBare: isBare)
        case .untracked: return issuing(piped).untrackedTask(form, piped)
        }
    }

    /// Creates the session's own task, and enters the group at once.
    func bareTask<Form: TaskForm>(_ form: Form) -> Form.Task {
        let enters = interceptionSettings.needsAdmission || RequestGroup.current != nil
        // Without a group and a pipeline, the bare session creates the task.
        guard enters || isPiped else {
            #if DEBUG
            reportUngrouped { form.name.label }
            #endif
            return form.make(base, nil, nil)
        }
        return task(form, isBare: enters).enter()
    }

    private enum Receiver: ~Copyable {
        case handler(TaskHandler)
        /// The session's delegate, if a proxy of this library wraps the delegate.
        case delegate(DelegateContext)
        /// The session's delegate has no proxy, so the wrapper does not receive the end.
        case untracked
    }

    private func receiver(of form: some TaskForm, _ piped: PipelineRequest?) -> Receiver {
        if let handler = form.handler { return .handler(handler) }
        let canHaveHandler = form.kind != .streamedUpload
        let delegate = base.delegate
        // A stub can answer a task only through a handler. A handler is possible only if the session has no delegate,
        // because the delegate would not be notified.
        if canHaveHandler, delegate == nil, piped?.mayBeAnswered == true {
            return .handler(.ignore)
        }
        if let proxy = delegate as? DelegateProxy { return .delegate(proxy.context) }
        #if canImport(FoundationNetworking)
        if delegate is any URLSessionTaskDelegate { return .untracked }
        #else
        switch DelegateRouting(of: base).endOfTasks {
        case .sessionDelegate, .taskDelegate:
            return .delegate(DelegateContext(adaptRedirect: adaptRedirect))
        case .handler: break
        case .noReceiver: return .untracked
        }
        #endif
        // No delegate would receive the end, so give the task a handler.
        return canHaveHandler ? .handler(.ignore) : .untracked
    }

    var adaptRedirect: RedirectAdapter? { interceptionSettings.pipeline?.adaptRedirect }

    var proxiedContext: DelegateContext? { (base.delegate as? DelegateProxy)?.context }
}

// MARK: - Tasks with a handler

extension InterceptingClient<URLSession> {
    /// Creates a task with a handler, for a request that no local response answers.
    func task<Form: TaskForm>(
        _ form: Form,
        _ piped: PipelineRequest?,
        _ receiver: consuming TaskEnd.Receiver
    ) -> InterceptedTask<Form.Task> {
        let (session, delegate) = (issuing(piped), base.delegate)
        let context = (delegate as? DelegateProxy)?.context
        let request = session.unstartedRequest
        let end = TaskEnd(request, in: context, receiver)
        let task = form.make(base, piped?.request, end)
        // The session's delegate receives the task and may cancel the task.
        request.task = HandlerTask(task, in: base, mayBeCancelled: delegate != nil)
        register(task, of: InterceptedCall(end), in: context)
        let setup = TaskSetup(request, session, form, piped, in: context, hasHandler: true)
        return InterceptedTask(task, setup)
    }

    /// Registers a task with a handler, and lets its delegate adapt redirects and run in the group.
    func register(_ task: URLSessionTask, of call: InterceptedCall, in context: DelegateContext?) {
        context?.insert(call, for: task, check: nil)
        // Without a delegate of the task or of the session, the session follows redirects unchanged.
        #if canImport(FoundationNetworking)
        if context == nil, let adaptRedirect {
            let context = DelegateContext(adaptRedirect: adaptRedirect)
            let delegate = base.delegate as? any URLSessionTaskDelegate
            task.delegate = DelegateProxy.proxy(for: delegate, context: context)
        }
        #else
        let context =
            context
            ?? DelegateContext(of: RegisteredTask(call: call), adaptRedirect: adaptRedirect)
        // If the tasks of the session accept no delegate, setting a delegate would raise an exception.
        if adaptRedirect != nil, DelegateRouting(of: base).tasks == .delegatesAndHandlers {
            task.delegate = DelegateProxy(
                nil,
                at: .handledTaskDelegate,
                of: base,
                context: context
            )
        }
        context.follow(task, of: call, in: base, isPiped: isPiped, hasHandler: true)
        #endif
    }

    var unstartedRequest: UnstartedRequest {
        UnstartedRequest(propagating: interceptionSettings.metadata?.propagated)
    }
}

extension InterceptingClient<URLSession> {
    private func reportingTask<Form: TaskForm>(
        _ form: Form,
        _ piped: PipelineRequest?,
        in context: DelegateContext,
        isBare: Bool
    ) -> InterceptedTask<Form.Task> {
        let request = unstartedRequest
        let call = InterceptedCall(UnstartedRequestCallbacks(request))
        let task = form.make(base, piped?.request, nil)
        context.insert(call, for: task, check: interceptionSettings.statusCheck)
        #if !canImport(FoundationNetworking)
        context.follow(task, of: call, in: base, isPiped: isPiped, isBare: isBare)
        #endif
        let setup = TaskSetup(request, self, form, piped, in: context, hasHandler: false)
        return InterceptedTask(task, setup)
    }
}

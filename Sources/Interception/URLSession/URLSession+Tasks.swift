// The methods are not generic over the type of the session, because a generic call would take longer than the rest of a
// request's work.

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// This wrapper with the base type `URLSession`, which has the methods for every type of session.
    var urlSession: InterceptingClient<URLSession> { .init(self, as: base) }
}

extension InterceptingClient<URLSession> {
    /// Creates a task; `isBare` is `true` if the task enters its group at once and the user gets the bare session task.
    func task<Form: TaskForm>(_ form: Form, isBare: Bool = false) -> InterceptedTask<Form.Task> {
        let pipelineRequest = makePipelineRequest(form, hasHandler: form.handler != nil)
        if let handler = form.handler { return task(form, pipelineRequest, handler) }
        let canHaveHandler = form.kind != .streamedUpload
        let delegate = base.delegate
        // A stub can answer a task only through a handler. Add a handler only if the session has no delegate, because
        // the session does not notify its delegate of a task with a handler.
        if canHaveHandler, delegate == nil, pipelineRequest?.mayBeAnswered == true {
            return task(form, pipelineRequest, .ignore)
        }
        if let registry = (delegate as? DelegateProxy)?.registry {
            return reportingTask(form, pipelineRequest, in: registry, isBare: isBare)
        }
        #if canImport(FoundationNetworking)
        let addsHandler = !(delegate is any URLSessionTaskDelegate)
        #else
        let routing = DelegateRouting(of: base)
        if routing.setsProxies {
            let registry = TaskRegistry(pipeline: interceptionSettings.pipeline)
            return reportingTask(form, pipelineRequest, in: registry, isBare: isBare)
        }
        let addsHandler = routing.addsHandlers
        #endif
        // No delegate would receive the end, so give the task a handler.
        if canHaveHandler, addsHandler { return task(form, pipelineRequest, .ignore) }
        return untrackedTask(form, pipelineRequest)
    }

    /// Creates a bare session task, and enters the group at once.
    func bareTask<Form: TaskForm>(_ form: Form) -> Form.Task {
        let enters = interceptionSettings.needsAdmission || RequestGroup.current != nil
        // The bare session creates a task that needs neither a membership nor a pipeline request.
        guard enters || usesPipeline else {
            #if DEBUG
            interceptionSettings.reportUngrouped { form.kind.label(form.issued) }
            #endif
            return form.make(base, nil, nil)
        }
        return task(form, isBare: enters).enter()
    }

    /// Returns the pipeline request of a task; `nil` without a pipeline or stubs, or for a task with resume data.
    func makePipelineRequest(_ form: some TaskForm, hasHandler: Bool = true) -> PipelineRequest? {
        guard usesPipeline, let source = form.issued else { return nil }
        return PipelineRequest(
            source.request,
            of: self,
            isCached: hasHandler && form.kind == .data,
            isUpload: form.kind == .upload
        )
    }

    var usesPipeline: Bool { interceptionSettings.pipeline != nil || !RequestStubs.scope.isEmpty }

    var adaptsRedirects: Bool { interceptionSettings.pipeline?.adaptRedirect != nil }

    var proxiedRegistry: TaskRegistry? { (base.delegate as? DelegateProxy)?.registry }
}

// MARK: - Tasks with a handler

extension InterceptingClient<URLSession> {
    /// Creates a task with a handler; a local response may answer the task of a pipeline request.
    func task<Form: TaskForm>(
        _ form: Form,
        _ pipelineRequest: PipelineRequest?,
        _ handler: TaskHandler
    ) -> InterceptedTask<Form.Task> {
        if let pipelineRequest, pipelineRequest.mayBeAnswered {
            // The session that serves local responses creates this task, and that session has no registry.
            let request = SessionRequest(self, form, pipelineRequest, in: nil, hasHandler: true)
            let call = InterceptedCall(.unstarted(UnstartedRequestCallbacks(request)))
            let delivery = LocalResponseDelivery(form, pipelineRequest, of: call, in: self, handler)
            let sent = pipelineRequest.request
            let task = LocalResponseProtocol.makeTask(form, for: delivery, of: sent)
            request.setTask(task, mayBeCancelled: false)
            return InterceptedTask(task, request, delivery)
        }
        let delegate = base.delegate
        let registry = (delegate as? DelegateProxy)?.registry
        let request = SessionRequest(self, form, pipelineRequest, in: registry, hasHandler: true)
        let check = interceptionSettings.statusCheck
        let end = TaskEnd(request, in: base, registry: registry, handler, pipelineRequest, check)
        let task = form.make(base, pipelineRequest?.request, end)
        // The session's delegate receives the task and may cancel the task.
        request.setTask(task, mayBeCancelled: delegate != nil)
        #if canImport(FoundationNetworking)
        // Without a registry, no delegate proxy looks up the request of this task.
        guard registry != nil || adaptsRedirects else { return InterceptedTask(task, request) }
        #endif
        register(task, of: InterceptedCall(.unstarted(end)), in: registry)
        return InterceptedTask(task, request)
    }

    /// Registers a task with a handler, and lets its delegate adapt redirects and run in the group.
    func register(_ task: URLSessionTask, of call: InterceptedCall, in registry: TaskRegistry?) {
        registry?.insert(call, for: task, check: nil)
        // The session does not adapt redirects for this pipeline, so set a proxy that does.
        #if canImport(FoundationNetworking)
        let pipeline = interceptionSettings.pipeline
        if adaptsRedirects, registry?.pipeline !== pipeline {
            let identifier = task.taskIdentifier
            let adapting = TaskRegistry(pipeline: pipeline, beside: registry) {
                registry?.registered(identifier)
            }
            let delegate = base.unwrappedDelegate as? any URLSessionTaskDelegate
            task.delegate = DelegateProxy.proxy(for: delegate, registry: adapting)
        }
        #else
        // The capture list reads the stubs in scope now.
        let registry = registry ?? TaskRegistry { [known = RegisteredTask(call: call)] in known }
        // If the tasks of the session accept no delegate, setting a delegate would raise an exception.
        if adaptsRedirects, DelegateRouting(of: base).tasks == .delegatesAndHandlers {
            task.delegate = delegate(nil, of: call)
        }
        registry.follow(task, of: call, in: base, usesPipeline: usesPipeline, hasHandler: true)
        #endif
    }

    private func reportingTask<Form: TaskForm>(
        _ form: Form,
        _ pipelineRequest: PipelineRequest?,
        in registry: TaskRegistry,
        isBare: Bool
    ) -> InterceptedTask<Form.Task> {
        // The registry of a single task retains the request. The request stores this registry only if it needs the
        // registry, because the two then retain each other until the end.
        let kept = pipelineRequest != nil || registry === proxiedRegistry ? registry : nil
        let request = SessionRequest(self, form, pipelineRequest, in: kept, hasHandler: false)
        let call = InterceptedCall(.unstarted(UnstartedRequestCallbacks(request)))
        let task = form.make(base, pipelineRequest?.request, nil)
        request.setTask(task)
        registry.insert(call, for: task, check: interceptionSettings.statusCheck)
        #if !canImport(FoundationNetworking)
        registry.follow(task, of: call, in: base, usesPipeline: usesPipeline, isBare: isBare)
        #endif
        return InterceptedTask(task, request)
    }
}

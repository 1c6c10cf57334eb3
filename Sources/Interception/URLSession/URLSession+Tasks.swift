// The creation of all tasks of a session; see URLSession+PipedTasks.swift for those of the pipeline. The methods are
// not generic in the session, which would cost more than all the rest.

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// The same wrapper with the base type `URLSession`, for the methods that all sessions share.
    var session: InterceptingClient<URLSession> { InterceptingClient<URLSession>(self, as: base) }
}

// MARK: - Tasks with a handler

extension InterceptingClient<URLSession> {
    /// Creates a task that enters its group when it is resumed.
    func task<Form: HandledTaskForm>(
        _ form: Form,
        _ handler: @escaping TaskHandler<Form.Value>
    ) -> InterceptedTask<Form.Task> {
        if let piped = piped(form) { return task(form, piped) { $0.handOver(handler) } }
        let context = proxiedContext
        let request = preparedRequest { form.name.label }
        let call = InterceptedCall(AnsweringEnd(request))
        let answering = answering(call, by: request, in: context, handler)
        return InterceptedTask(
            note(form.make(in: base, nil, answering), of: call, by: request, in: context),
            of: request,
            settings: interceptionSettings,
            context: context,
            cancel: form.cancel(in: base)
        )
    }

    /// Creates a bare session task, which enters its group at once.
    func ownTask<Form: HandledTaskForm>(
        _ form: Form,
        _ handler: @escaping TaskHandler<Form.Value>
    ) -> Form.Task {
        // Outside any group and pipeline, the user gets the task of the bare session.
        guard isPiped || groupToEnter({ form.name.label }) != nil else {
            return form.make(in: base, nil, handler)
        }
        return task(form, handler).enter()
    }

    /// Returns a handler that ends the call and the task.
    private func answering<Value>(
        _ call: InterceptedCall,
        by owner: some TaskOwner,
        in context: TaskContext?,
        _ handler: @escaping TaskHandler<Value>
    ) -> TaskHandler<Value> {
        { [statusCheck = interceptionSettings.statusCheck] value, response, error in
            owner.end(error, in: context) {
                let failure = error ?? statusCheck?.failure(of: response)
                call.answer(failure) { handler(value, response, error) }
            }
        }
    }

    /// Creates a task; the given handler has to end the call.
    func makeTask<Form: HandledTaskForm>(
        _ form: Form,
        _ piped: URLRequest?,
        of call: InterceptedCall,
        by owner: some TaskOwner,
        in context: TaskContext?,
        _ handler: @escaping TaskHandler<Form.Value>
    ) -> Form.Task {
        let task = form.make(in: base, piped) { value, response, error in
            owner.end(error, in: context) { handler(value, response, error) }
        }
        return note(task, of: call, by: owner, in: context)
    }

    /// Registers a task that has a handler with its owner and with the session's delegate, and adapts its
    /// redirects.
    func note<Task: URLSessionTask>(
        _ task: Task,
        of call: InterceptedCall,
        by owner: some TaskOwner,
        in context: TaskContext?
    ) -> Task {
        // The delegate of any session receives the task, and may cancel it.
        let mayBeCancelled = owner.isCancelledUnseen || base.delegate != nil
        owner.ownTask = OwnTask(task, in: base, mayBeCancelled: mayBeCancelled)
        context?.insert(call, for: task, check: nil)
        #if canImport(FoundationNetworking)
        adaptRedirects(of: task)
        #else
        let taskContext = context ?? .request(call, RequestStubs.scope, adaptRedirect)
        adaptRedirects(of: task, in: taskContext)
        taskContext
            .follow(task, of: call, in: base, isPiped: isPiped, hasHandler: true)
        #endif
        return task
    }

    var proxiedContext: TaskContext? { (base.delegate as? DelegateProxy)?.context }

    /// Returns a closure that cancels a task; later answers to its redirects are withheld.
    func cancelling(
        _ form: some TaskForm,
        in context: TaskContext?
    ) -> @Sendable (URLSessionTask) -> Void {
        if let cancel = form.cancel(in: base) { return cancel }
        return { $0.cancel(in: context) }
    }
}

// MARK: - Tasks without a handler

extension InterceptingClient<URLSession> {
    /// Creates a task without a handler, which enters its group when it is resumed.
    func task<Form: HandledTaskForm>(_ form: Form) -> InterceptedTask<Form.Task> {
        let unheard = Unheard(form)
        // There is no delegate that would receive the end, so a handler does.
        if case .none = delegateKind { return task(unheard, Self.ignore) }
        let piped = piped(unheard)
        if let piped, answers(piped) {
            return task(unheard, piped) { $0.handOver(Self.ignore) }
        }
        return reportingTask(form, piped)
    }

    /// Creates a bare session task without a handler, which enters its group at once.
    func ownTask<Form: HandledTaskForm>(_ form: Form) -> Form.Task {
        let unheard = Unheard(form)
        if case .none = delegateKind { return ownTask(unheard, Self.ignore) }
        let piped = piped(unheard)
        if let piped, answers(piped) {
            return task(unheard, piped) { $0.handOver(Self.ignore) }.enter()
        }
        return ownReportingTask(form, piped)
    }

    /// Creates a task that can have no handler, and enters its group when it is resumed.
    func task<Form: TaskForm>(_ form: Form) -> InterceptedTask<Form.Task> {
        reportingTask(form, piped(form))
    }

    /// Returns whether a stub may answer a task without a handler: only if its session has no delegate to
    /// notify.
    private func answers(_ piped: PipedRequest) -> Bool {
        piped.mayBeAnswered && base.delegate == nil
    }

    /// Creates a task that reports to the delegate, and enters its group when it is resumed.
    private func reportingTask<Form: TaskForm>(
        _ form: Form,
        _ piped: PipedRequest?
    ) -> InterceptedTask<Form.Task> {
        let adapted = adapted(form, piped)
        let issuing = issuing(piped)
        guard case .proxied(let context) = delegateKind else {
            return issuing.untrackedTask(form, adapted)
        }
        let request = issuing.preparedRequest { adapted.name.label }
        var prepare: (@Sendable (URLSessionTask) -> Bool)?
        if let refusal = adapted.refusal {
            prepare = { task in
                guard let error = refusal() else { return true }
                task.refuse(in: context, error)
                return false
            }
        }
        return InterceptedTask(
            makeTask(form, adapted, of: InterceptedCall(AnsweringEnd(request)), in: context),
            of: request,
            settings: interceptionSettings,
            context: context,
            prepare: prepare,
            cancel: form.cancel(in: base)
        )
    }

    /// Creates a bare session task that reports to the delegate, and enters its group at once.
    ///
    /// It enters before the task is created, so that a delegate which the user sets later is detected. Outside
    /// any group the delegate is not watched.
    private func ownReportingTask<Form: TaskForm>(
        _ form: Form,
        _ piped: PipedRequest?
    ) -> Form.Task {
        let adapted = adapted(form, piped)
        guard case .proxied(let context) = delegateKind else {
            return issuing(piped).ownUntrackedTask(form, adapted)
        }
        return issuing(piped).intercept(
            adapted.name.label,
            isOptional: marks.isOptional,
            cancel: cancelling(form, in: context)
        ) { call in
            let task = makeTask(form, adapted, of: call, in: context)
            if call.isRefused {
                // Cancelled here and not on the client's queue, because the user may resume the task first.
                if adapted.refusal != nil { task.cancel(in: context) }
            } else if let error = adapted.refusal?() {
                task.refuse(in: context, error)
            }
            return task
        }
    }

    private func makeTask<Form: TaskForm>(
        _ form: Form,
        _ adapted: AdaptedRequest,
        of call: InterceptedCall,
        in context: TaskContext
    ) -> Form.Task {
        let task = form.make(in: base, adapted.request)
        context.insert(call, for: task, check: interceptionSettings.statusCheck?.failure)
        #if !canImport(FoundationNetworking)
        context.follow(task, of: call, in: base, isPiped: isPiped)
        #endif
        return task
    }

    /// The handler of a task to which the user gave none.
    private static func ignore<Value>(_ value: Value?, _: URLResponse?, _: (any Error)?) {
        DownloadedFile.removeIfAny(value)
    }
}

/// A form of task whose answer is ignored, so no cache answers it.
private struct Unheard<Form: HandledTaskForm>: HandledTaskForm {
    let form: Form

    init(_ form: Form) {
        self.form = form
    }

    var name: RequestName { form.name }
    var piped: URLRequest? { form.piped }

    func make(in session: URLSession, _ piped: URLRequest?) -> Form.Task {
        form.make(in: session, piped)
    }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Form.Value>
    ) -> Form.Task {
        form.make(in: session, piped, handler)
    }

    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)? {
        form.cancel(in: session)
    }
}

// MARK: - Delegates

extension InterceptingClient<URLSession> {
    /// The receiver of the end of a task without a handler.
    enum DelegateKind {
        /// A proxy of this library.
        case proxied(TaskContext)
        case none
        /// A delegate that does not notify the wrapper.
        case foreign
    }

    var delegateKind: DelegateKind {
        let delegate = base.delegate
        if let proxy = delegate as? DelegateProxy { return .proxied(proxy.context) }
        #if canImport(FoundationNetworking)
        return delegate is any URLSessionTaskDelegate ? .foreign : .none
        #else
        return switch DelegateRouting(of: base).endOfTasks {
        case .sessionDelegate, .taskDelegate:
            .proxied(.tasks(TaskTable(adaptRedirect: adaptRedirect)))
        case .handler: .none
        case .nobody: .foreign
        }
        #endif
    }
}

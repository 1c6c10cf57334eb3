import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Tells a delegate in which group each of its methods runs.
enum TaskContext: Sendable {
    /// The delegate of a session. A task is looked up in the table; one without a handler ends when the
    /// delegate has been told of its end.
    case tasks(TaskTable)
    /// The delegate of one request, which ends when its handler has run or its method returns. The stubs are
    /// those of the scopes in which the request was issued.
    case request(InterceptedCall, [RequestStubs], RedirectAdapter?)

    /// Remembers a task that was issued here, until it has ended.
    func insert(_ call: InterceptedCall, for task: URLSessionTask, check: TaskCheck?) {
        guard case .tasks(let table) = self else { return }
        let scope = RequestStubs.scope
        guard call.isGrouped || !scope.isEmpty else { return }
        table.insert(
            DelegatedTask(call: call, check: check, scope: scope),
            for: task.taskIdentifier
        )
    }

    /// The session goes on with another task in place of this one.
    func move(from task: URLSessionTask, to other: URLSessionTask) {
        guard case .tasks(let table) = self else { return }
        if let known = table.remove(task.taskIdentifier) {
            table.insert(known, for: other.taskIdentifier)
        }
    }

    /// Forgets a task that its delegate will not end.
    func remove(_ taskIdentifier: Int) {
        guard case .tasks(let table) = self else { return }
        _ = table.remove(taskIdentifier)
        #if canImport(FoundationNetworking)
        table.redirects.forget(taskIdentifier)
        #endif
    }

    /// Runs a method of the delegate in the group of the task, with its stubs.
    func run<Result>(_ task: URLSessionTask, _ method: () -> Result) -> Result {
        switch self {
        case .tasks(let table):
            guard let known = table.task(task.taskIdentifier) else { return method() }
            return RequestStubs.bind(known.scope) { known.call.run(method) }
        case .request(let call, let scope, _):
            return RequestStubs.bind(scope) { call.run(method) }
        }
    }

    /// Runs the last method of the delegate in the group of the task, which then leaves.
    ///
    /// The method gets what it is to tell: the error, or why the task was not sent.
    func end(_ task: URLSessionTask, _ error: (any Error)?, _ method: ((any Error)?) -> Void) {
        switch self {
        case .tasks(let table):
            if let known = table.remove(task.taskIdentifier) {
                known.end(task.response, error, method)
            } else {
                method(error)
            }
            #if canImport(FoundationNetworking)
            table.redirects.forget(task.taskIdentifier)
            #endif
        case .request(let call, let scope, _):
            RequestStubs.bind(scope) { call.run { method(error) } }
        }
    }

    /// Changes the requests that redirects lead to; `nil` if nothing does.
    var adaptRedirect: RedirectAdapter? {
        switch self {
        case .tasks(let table): table.adaptRedirect
        case .request(_, _, let adapt): adapt
        }
    }

    /// Changes the request that a redirect leads to.
    func redirected(_ request: URLRequest) -> URLRequest { adaptRedirect?(request) ?? request }

    #if canImport(FoundationNetworking)
    /// What becomes of the answers of the delegate to redirects of its tasks.
    var redirects: RedirectGuard? {
        if case .tasks(let table) = self { table.redirects } else { nil }
    }
    #endif

    /// The session will tell nothing more of any task.
    func close() {
        guard case .tasks(let table) = self else { return }
        table.removeAll()
    }
}

extension URLSessionTask {
    /// Cancels the task, about whose redirects a delegate in this context is asked.
    func cancel(in context: TaskContext?) {
        willBeCancelled(in: context)
        cancel()
    }

    /// Cancels the task in place of its start; its delegate in this context hears why.
    func refuse(in context: TaskContext, _ refusal: any Error) {
        // Of one that has ended its delegate hears nothing more.
        guard state == .suspended || state == .running else { return }
        if case .tasks(let table) = context { table.refuse(taskIdentifier, refusal) }
        cancel(in: context)
    }

    /// To be called before the task is cancelled by this library.
    func willBeCancelled(in context: TaskContext?) {
        #if canImport(FoundationNetworking)
        // In no context it may still have a delegate of its own.
        (context ?? (delegate as? DelegateProxy)?.context)?.redirects?.willCancel(self)
        #endif
    }
}

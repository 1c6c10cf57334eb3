import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The context in which the methods of a delegate run: the groups of their tasks.
enum TaskContext: Sendable {
    /// The context of a session's delegate. A task without a handler ends after the delegate's last method for
    /// it.
    case tasks(TaskTable)
    /// The context of one request's delegate. The handler or the `async` method ends the request; its stubs are
    /// those in scope when it was issued.
    case request(InterceptedCall, [RequestStubs], RedirectAdapter?)

    /// Adds a task that is being issued to the registry, until the task has ended.
    func insert(_ call: InterceptedCall, for task: URLSessionTask, check: TaskCheck?) {
        guard case .tasks(let table) = self else { return }
        let scope = RequestStubs.scope
        guard call.isGrouped || !scope.isEmpty else { return }
        table.insert(
            DelegatedTask(call: call, check: check, scope: scope),
            for: task.taskIdentifier
        )
    }

    /// Replaces a task by the task that continues it.
    func move(from task: URLSessionTask, to other: URLSessionTask) {
        guard case .tasks(let table) = self else { return }
        if let known = table.remove(task.taskIdentifier) {
            table.insert(known, for: other.taskIdentifier)
        }
    }

    /// Removes a task that its delegate does not end.
    func remove(_ taskIdentifier: Int) {
        guard case .tasks(let table) = self else { return }
        _ = table.remove(taskIdentifier)
        #if canImport(FoundationNetworking)
        table.redirects.forget(taskIdentifier)
        #endif
    }

    /// Runs a delegate method in the group of its task, with the task's stubs.
    func run<Result>(_ task: URLSessionTask, _ method: () -> Result) -> Result {
        switch self {
        case .tasks(let table):
            guard let known = table.task(task.taskIdentifier) else { return method() }
            return RequestStubs.bind(known.scope) { known.call.run(method) }
        case .request(let call, let scope, _):
            return RequestStubs.bind(scope) { call.run(method) }
        }
    }

    /// Runs the last delegate method in the group of its task, which then leaves.
    ///
    /// The method receives the error of the task, or the reason why the task was not sent.
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

    /// The adapter of redirects; `nil` if there is none.
    var adaptRedirect: RedirectAdapter? {
        switch self {
        case .tasks(let table): table.adaptRedirect
        case .request(_, _, let adapt): adapt
        }
    }

    func redirected(_ request: URLRequest) -> URLRequest { adaptRedirect?(request) ?? request }

    #if canImport(FoundationNetworking)
    /// Withholds answers to redirects that come too late.
    var redirects: RedirectGuard? {
        if case .tasks(let table) = self { table.redirects } else { nil }
    }
    #endif

    /// Removes all tasks, because the session calls no further methods.
    func close() {
        guard case .tasks(let table) = self else { return }
        table.removeAll()
    }
}

extension URLSessionTask {
    /// Cancels the task; later answers to its redirects are withheld from the session.
    func cancel(in context: TaskContext?) {
        willBeCancelled(in: context)
        cancel()
    }

    /// Cancels the task instead of starting it; its delegate receives the reason.
    func refuse(in context: TaskContext, _ refusal: any Error) {
        // The delegate of a task that has ended is not called again.
        guard state == .suspended || state == .running else { return }
        if case .tasks(let table) = context { table.refuse(taskIdentifier, refusal) }
        cancel(in: context)
    }

    /// Withholds later answers to redirects; call this before the library cancels the task.
    func willBeCancelled(in context: TaskContext?) {
        #if canImport(FoundationNetworking)
        // A task that is in no context may have a delegate of its own.
        (context ?? (delegate as? DelegateProxy)?.context)?.redirects?.willCancel(self)
        #endif
    }
}

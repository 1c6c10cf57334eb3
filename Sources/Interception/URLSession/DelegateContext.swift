import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Determines the group in which each method of a delegate runs.
enum DelegateContext: Sendable {
    /// The context of a session's delegate; the registry finds the request of each task.
    case tasks(TaskRegistry)
    /// The context of one request's delegate; a handler or an `async` method, not the delegate, ends the request.
    case request(RegisteredTask, RedirectAdapter?)

    var registry: TaskRegistry? {
        if case .tasks(let registry) = self { registry } else { nil }
    }

    var adaptRedirect: RedirectAdapter? {
        switch self {
        case .tasks(let registry): registry.adaptRedirect
        case .request(_, let adapt): adapt
        }
    }

    func redirected(_ request: URLRequest) -> URLRequest { adaptRedirect?(request) ?? request }

    /// Registers the task of a request, until the task has ended.
    func insert(_ call: InterceptedCall, for task: URLSessionTask, check: HTTPStatusCheck?) {
        guard let registry else { return }
        let registered = RegisteredTask(call: call, check: check)
        guard call.wrapsCallbacks || !registered.scope.isEmpty else { return }
        registry.insert(registered, for: task.taskIdentifier)
    }

    /// Moves the entry of a task to the task that replaces it, such as a download.
    func move(from task: URLSessionTask, to other: URLSessionTask) {
        if let known = registry?.remove(task.taskIdentifier) {
            registry?.insert(known, for: other.taskIdentifier)
        }
    }

    /// Removes the entry of a task whose end no delegate method reports, such as a task that never started.
    func remove(_ taskIdentifier: Int) {
        _ = registry?.remove(taskIdentifier)
        #if canImport(FoundationNetworking)
        redirects?.forget(taskIdentifier)
        #endif
    }

    /// Runs a delegate method in the task's group, with the task's stubs.
    func run<Result>(_ task: URLSessionTask, _ method: () -> Result) -> Result {
        let known =
            switch self {
            case .tasks(let registry): registry.task(task.taskIdentifier)
            case .request(let known, _): RegisteredTask?.some(known)
            }
        guard let known else { return method() }
        return RequestStubs.bind(known.scope) { known.call.run(method) }
    }

    /// Runs the last delegate method for a task in the task's group; then the task leaves the group.
    ///
    /// The method receives the rejection of a rejected task, and otherwise the error of the task.
    func end(_ task: URLSessionTask, _ error: (any Error)?, _ method: ((any Error)?) -> Void) {
        guard let registry else { return run(task) { method(error) } }
        if let known = registry.remove(task.taskIdentifier) {
            known.end(task.response, error, method)
        } else {
            method(error)
        }
        #if canImport(FoundationNetworking)
        registry.redirects.forget(task.taskIdentifier)
        #endif
    }

    #if canImport(FoundationNetworking)
    var redirects: RedirectGuard? { registry?.redirects }
    #endif

    /// Removes the entries of all tasks, because an invalidated session calls no delegate method any more.
    func close() {
        registry?.removeAll()
    }
}

extension URLSessionTask {
    /// Cancels the task; the session then receives no more answers of the delegate to redirects.
    func cancel(in context: DelegateContext?) {
        willBeCancelled(in: context)
        cancel()
    }

    /// Cancels a task instead of starting it; the delegate receives the rejection as the task's error.
    func reject(in context: DelegateContext, _ rejection: any Error) {
        // The session does not call the delegate of a task that has ended, so the rejection would stay in the registry.
        guard state == .suspended || state == .running else { return }
        context.registry?.reject(taskIdentifier, rejection)
        cancel(in: context)
    }

    /// Withholds the delegate's answers to redirects from the session; called before a task is cancelled.
    func willBeCancelled(in context: DelegateContext?) {
        #if canImport(FoundationNetworking)
        // If there is no context of the session's delegate, use the context of the task's own delegate.
        (context ?? (delegate as? DelegateProxy)?.context)?.redirects?.willCancel(self)
        #endif
    }
}

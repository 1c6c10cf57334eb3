import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The registry of the tasks of a session or of one delegate, for running delegate methods in the tasks' groups.
final class TaskRegistry: Sendable {
    /// The requests of the tasks of a session, by task identifier.
    private let tasks = Locked([Int: RegisteredTask]())
    /// A closure that returns the request of a single task, which a handler or an `async` method ends; otherwise `nil`.
    private let request: @Sendable () -> RegisteredTask?

    /// The pipeline whose adapters change redirects.
    let pipeline: RequestPipeline?

    #if canImport(FoundationNetworking)
    /// The guard that withholds an answer to a redirect if the session has stopped waiting for the answer.
    let redirects: RedirectGuard
    #endif

    /// Creates a registry; on Linux it shares the guard for redirects with `shared`, the registry of the session.
    init(
        pipeline: RequestPipeline? = nil,
        beside shared: TaskRegistry? = nil,
        of request: @escaping @Sendable () -> RegisteredTask? = { nil }
    ) {
        (self.request, self.pipeline) = (request, pipeline)
        #if canImport(FoundationNetworking)
        redirects = shared?.redirects ?? RedirectGuard()
        #endif
    }

    var isOfOneRequest: Bool { request() != nil }

    func redirected(_ request: URLRequest) -> URLRequest {
        pipeline?.adaptRedirect?(request) ?? request
    }

    // MARK: Registering

    var count: Int { tasks.withLock(\.count) }

    func registered(_ taskIdentifier: Int) -> RegisteredTask? {
        tasks.withLock { $0[taskIdentifier] }
    }

    /// Registers the task of a request, until the task has ended.
    func insert(_ call: InterceptedCall, for task: URLSessionTask, check: HTTPStatusCheck?) {
        let registered = RegisteredTask(call: call, check: check)
        if call.wrapsCallbacks || !registered.scope.isEmpty { insert(registered, for: task) }
    }

    private func insert(_ registered: RegisteredTask, for task: URLSessionTask) {
        // In this class, entries are released after unlocking, because a deinit may run user code.
        _ = tasks.withLock { $0.updateValue(registered, forKey: task.taskIdentifier) }
    }

    /// Moves the entry of a task to its replacement, such as a download that replaces a data task.
    func move(from task: URLSessionTask, to other: URLSessionTask) {
        if let known = take(task.taskIdentifier) { insert(known, for: other) }
    }

    /// Removes and returns the entry of a task.
    func take(_ taskIdentifier: Int) -> RegisteredTask? {
        tasks.withLock { $0.removeValue(forKey: taskIdentifier) }
    }

    /// Removes the entry of a task whose end no delegate method reports, such as a task that never started.
    func remove(_ taskIdentifier: Int) {
        _ = take(taskIdentifier)
        #if canImport(FoundationNetworking)
        redirects.forget(taskIdentifier)
        #endif
    }

    /// Removes the entries of all tasks, because an invalidated session calls no delegate method any more.
    func close() { tasks.replace(with: [:]) }

    /// Records the reason why a task is cancelled instead of being started; the first reason counts.
    func reject(_ taskIdentifier: Int, _ rejection: any Error) {
        tasks.withLock { tasks in
            var task = tasks[taskIdentifier] ?? RegisteredTask(call: InterceptedCall(), scope: [])
            if task.rejection == nil { task.rejection = rejection }
            tasks[taskIdentifier] = task
        }
    }

    // MARK: Calling the delegate

    /// Runs a delegate method in the task's group, with the task's stubs.
    func run<Result>(_ task: URLSessionTask, _ method: () -> Result) -> Result {
        guard let known = request() ?? registered(task.taskIdentifier) else { return method() }
        var result: Result?
        known.run { result = method() }
        guard let result else { preconditionFailure("The scope has not run its method.") }
        return result
    }

    /// Runs the last delegate method for a task in the task's group; then the task leaves the group.
    ///
    /// The method receives the rejection of a rejected task, and otherwise the error of the task.
    func end(_ task: URLSessionTask, _ error: (any Error)?, _ method: ((any Error)?) -> Void) {
        let identifier = task.taskIdentifier
        if let known = take(identifier) {
            let reported = known.rejection ?? error
            let failure = reported ?? known.check?.failure(of: task.response)
            RequestStubs.bind(known.scope) { known.call.answer(failure) { method(reported) } }
        } else {
            run(task) { method(error) }
        }
        #if canImport(FoundationNetworking)
        redirects.forget(identifier)
        #endif
    }
}

/// The request of a task of a session, until the task has ended.
struct RegisteredTask: Sendable {
    let call: InterceptedCall
    var check: HTTPStatusCheck?
    /// The stubs in scope when the request was issued.
    var scope = RequestStubs.scope
    var rejection: (any Error)?

    /// Runs a method that does not end the request; returns no result, because a generic call is slow.
    @inline(never)
    func run(_ method: () -> Void) {
        RequestStubs.bind(scope) { call.runInContext(method) }
    }
}

extension URLSessionTask {
    /// Cancels the task; on Linux the session then receives no more answers of the delegate to redirects.
    func cancel(in registry: TaskRegistry?) {
        willBeCancelled(in: registry)
        cancel()
    }

    /// Cancels a task instead of starting it; the delegate receives the rejection as the task's error.
    func reject(in registry: TaskRegistry, _ rejection: any Error) {
        // The session does not call the delegate of a task that has ended, so the rejection would stay in the registry.
        guard state == .suspended || state == .running else { return }
        registry.reject(taskIdentifier, rejection)
        cancel(in: registry)
    }

    /// On Linux, withholds the delegate's answers to redirects from the session; call this method before cancelling.
    func willBeCancelled(in registry: TaskRegistry?) {
        #if canImport(FoundationNetworking)
        // The session asks the task's own delegate, or else the session's delegate.
        ((delegate as? DelegateProxy)?.registry ?? registry)?.redirects.willCancel(self)
        #endif
    }
}

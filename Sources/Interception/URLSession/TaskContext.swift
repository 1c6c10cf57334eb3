import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Finds the failure of a task that has ended, if the group has to hear of another one than the
/// session reports.
typealias TaskCheck = @Sendable (URLResponse?, (any Error)?) -> (any Error)?

/// Where the methods of a delegate find the group of the task that they tell about.
enum TaskContext: Sendable {
    /// The delegate hears of many tasks, and of the end of those without a handler.
    case tasks(TaskTable)
    /// The delegate hears of one request, which ends elsewhere.
    case request(InterceptedCall)

    /// Remembers a task, until it has ended.
    func insert(_ call: InterceptedCall, for task: URLSessionTask, check: TaskCheck?) {
        guard case .tasks(let table) = self, call.isGrouped else { return }
        if let check { table.insert(check, for: task) }
        table.calls.insert(call, for: task.taskIdentifier)
    }

    /// The session goes on with another task in place of this one.
    func move(from task: URLSessionTask, to other: URLSessionTask) {
        guard case .tasks(let table) = self else { return }
        let check = table.checks.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        if let check { table.insert(check, for: other) }
        table.calls.move(task.taskIdentifier, to: other.taskIdentifier)
    }

    /// Forgets a task that its delegate will not end.
    func remove(_ taskIdentifier: Int) {
        guard case .tasks(let table) = self else { return }
        let check = table.checks.withLock { $0.removeValue(forKey: taskIdentifier) }
        // Released outside the lock, as it may hold anything of the user's.
        withExtendedLifetime(check) {}
        table.calls.remove(taskIdentifier)
        #if canImport(FoundationNetworking)
        table.redirects.forget(taskIdentifier)
        #endif
    }

    /// Runs a method of the delegate in the group of the task.
    func run<Result>(_ task: URLSessionTask, _ method: () -> Result) -> Result {
        switch self {
        case .tasks(let table): table.calls.run(task.taskIdentifier, method)
        case .request(let call): call.run(method)
        }
    }

    /// Runs the last method of the delegate in the group of the task, which then leaves.
    func end(_ task: URLSessionTask, _ error: (any Error)?, _ method: () -> Void) {
        switch self {
        case .tasks(let table):
            let check = table.checks.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            let failure = check?(task.response, error) ?? error
            table.calls.end(task.taskIdentifier, failure, method)
            #if canImport(FoundationNetworking)
            table.redirects.forget(task.taskIdentifier)
            #endif
        case .request(let call): call.run(method)
        }
    }

    #if canImport(FoundationNetworking)
    /// What becomes of the answers of the delegate to redirects of its tasks.
    var redirects: RedirectGuard? {
        if case .tasks(let table) = self { table.redirects } else { nil }
    }
    #endif

    /// The session will tell nothing more of any task.
    func close() {
        guard case .tasks(let table) = self else { return }
        let checks = table.checks.withLock { checks in
            defer { checks = [:] }
            return checks
        }
        // Released outside the lock, as they may hold anything of the user's.
        withExtendedLifetime(checks) {}
        table.calls.removeAll()
    }
}

extension URLSessionTask {
    /// Cancels the task, about whose redirects a delegate in this context is asked.
    func cancel(in context: TaskContext?) {
        willBeCancelled(in: context)
        cancel()
    }

    /// To be called before the task is cancelled by this library.
    func willBeCancelled(in context: TaskContext?) {
        #if canImport(FoundationNetworking)
        // In no context it may still have a delegate of its own.
        (context ?? (delegate as? DelegateProxy)?.context)?.redirects?.willCancel(self)
        #endif
    }
}

/// The tasks that a delegate hears of, by their identifiers.
final class TaskTable: Sendable {
    let calls = DelegatedCalls<Int>()

    /// What their responses are checked with, if they are.
    let checks = Locked([Int: TaskCheck]())

    #if canImport(FoundationNetworking)
    /// What becomes of the answers of the delegate to their redirects.
    let redirects = RedirectGuard()
    #endif

    fileprivate func insert(_ check: @escaping TaskCheck, for task: URLSessionTask) {
        let replaced = checks.withLock { $0.updateValue(check, forKey: task.taskIdentifier) }
        withExtendedLifetime(replaced) {}
    }
}

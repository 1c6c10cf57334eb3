import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Where the methods of a delegate find the group of the task that they tell about.
enum TaskContext: Sendable {
    /// The delegate hears of many tasks, and of the end of those without a handler.
    case tasks(DelegatedCalls<Int>, HTTPStatusCheck?)
    /// The delegate hears of one request, which ends elsewhere.
    case request(InterceptedCall)

    /// Remembers a task, until it has ended.
    func insert(_ call: InterceptedCall, for task: URLSessionTask) {
        if case .tasks(let calls, _) = self { calls.insert(call, for: task.taskIdentifier) }
    }

    /// The session goes on with another task in place of this one.
    func move(from task: URLSessionTask, to other: URLSessionTask) {
        guard case .tasks(let calls, _) = self else { return }
        calls.move(task.taskIdentifier, to: other.taskIdentifier)
    }

    /// Forgets a task that its delegate will not end.
    func remove(_ taskIdentifier: Int) {
        if case .tasks(let calls, _) = self { calls.remove(taskIdentifier) }
    }

    /// Runs a method of the delegate in the group of the task.
    func run<Result>(_ task: URLSessionTask, _ method: () -> Result) -> Result {
        switch self {
        case .tasks(let calls, _): calls.run(task.taskIdentifier, method)
        case .request(let call): call.run(method)
        }
    }

    /// Runs the last method of the delegate in the group of the task, which then leaves.
    func end(_ task: URLSessionTask, _ error: (any Error)?, _ method: () -> Void) {
        switch self {
        case .tasks(let calls, let statusCheck):
            let failure = error ?? statusCheck?.failure(of: task.response)
            calls.end(task.taskIdentifier, failure, method)
        case .request(let call): call.run(method)
        }
    }

    /// The session will tell nothing more of any task.
    func close() {
        if case .tasks(let calls, _) = self { calls.removeAll() }
    }
}

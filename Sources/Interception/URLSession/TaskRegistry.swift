import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

final class TaskRegistry: Sendable {
    private let tasks = Locked([Int: RegisteredTask]())

    let adaptRedirect: RedirectAdapter?

    #if canImport(FoundationNetworking)
    /// Withholds answers to redirects for which the session no longer waits.
    let redirects = RedirectGuard()
    #endif

    init(adaptRedirect: RedirectAdapter? = nil) {
        self.adaptRedirect = adaptRedirect
    }

    var count: Int { tasks.withLock(\.count) }

    func insert(_ task: RegisteredTask, for identifier: Int) {
        let replaced = tasks.withLock { $0.updateValue(task, forKey: identifier) }
        // In this class, tasks are released after unlocking, because a deinit may run user code.
        withExtendedLifetime(replaced) {}
    }

    func task(_ identifier: Int) -> RegisteredTask? {
        tasks.withLock { $0[identifier] }
    }

    func remove(_ identifier: Int) -> RegisteredTask? {
        tasks.withLock { $0.removeValue(forKey: identifier) }
    }

    func removeAll() {
        let removed = tasks.withLock { tasks in
            defer { tasks = [:] }
            return tasks
        }
        withExtendedLifetime(removed) {}
    }

    /// Records the reason why a task is cancelled instead of being started; the first reason counts.
    func reject(_ identifier: Int, _ rejection: any Error) {
        tasks.withLock { tasks in
            var task =
                tasks[identifier] ?? RegisteredTask(call: InterceptedCall(), check: nil, scope: [])
            if task.rejection == nil { task.rejection = rejection }
            tasks[identifier] = task
        }
    }
}

struct RegisteredTask: Sendable {
    let call: InterceptedCall
    var check: HTTPStatusCheck?
    /// The stubs in scope when the task was issued.
    var scope = RequestStubs.scope
    var rejection: (any Error)?

    /// Answers the request, and runs the last delegate method with the rejection of the task or with `error`.
    func end(
        _ response: URLResponse?,
        _ error: (any Error)?,
        _ method: ((any Error)?) -> Void
    ) {
        let reported = rejection ?? error
        let failure = reported ?? check?.failure(of: response)
        RequestStubs.bind(scope) { call.answer(failure) { method(reported) } }
    }
}

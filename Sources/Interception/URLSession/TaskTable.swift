import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// A check of a task that has ended: returns the failure of the task for its group.
typealias TaskCheck = @Sendable (URLResponse?, (any Error)?) -> (any Error)?

/// The task registry of a delegate, by task identifier.
final class TaskTable: Sendable {
    private let tasks = Locked([Int: DelegatedTask]())

    /// The adapter of redirects; `nil` if there is none.
    let adaptRedirect: RedirectAdapter?

    #if canImport(FoundationNetworking)
    /// Withholds answers to redirects that come too late.
    let redirects = RedirectGuard()
    #endif

    init(adaptRedirect: RedirectAdapter? = nil) {
        self.adaptRedirect = adaptRedirect
    }

    var count: Int { tasks.withLock(\.count) }

    func insert(_ task: DelegatedTask, for identifier: Int) {
        let replaced = tasks.withLock { $0.updateValue(task, forKey: identifier) }
        // Here and below, released after unlocking, because a deinit may run user code.
        withExtendedLifetime(replaced) {}
    }

    func task(_ identifier: Int) -> DelegatedTask? {
        tasks.withLock { $0[identifier] }
    }

    func remove(_ identifier: Int) -> DelegatedTask? {
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
    func refuse(_ identifier: Int, _ refusal: any Error) {
        tasks.withLock { tasks in
            var task =
                tasks[identifier] ?? DelegatedTask(call: InterceptedCall(), check: nil, scope: [])
            if task.refusal == nil { task.refusal = refusal }
            tasks[identifier] = task
        }
    }
}

/// A task in the registry of a delegate.
struct DelegatedTask: Sendable {
    let call: InterceptedCall
    let check: TaskCheck?
    /// The stubs in scope when the task was issued.
    let scope: [RequestStubs]
    /// The reason why the task was not sent.
    var refusal: (any Error)?

    /// Runs the last delegate method with the error that the delegate receives.
    func end(
        _ response: URLResponse?,
        _ error: (any Error)?,
        _ method: ((any Error)?) -> Void
    ) {
        let told = refusal ?? error
        let failure = check?(response, told) ?? told
        RequestStubs.bind(scope) { call.answer(failure) { method(told) } }
    }
}

import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// Finds the failure of a task that has ended, if the group has to hear of another one than the
/// session reports.
typealias TaskCheck = @Sendable (URLResponse?, (any Error)?) -> (any Error)?

/// The tasks that a delegate hears of, by their identifiers.
final class TaskTable: Sendable {
    private let tasks = Locked([Int: DelegatedTask]())

    /// Changes the requests that redirects lead to.
    let adaptRedirect: RedirectAdapter?

    #if canImport(FoundationNetworking)
    /// What becomes of the answers of the delegate to their redirects.
    let redirects = RedirectGuard()
    #endif

    init(adaptRedirect: RedirectAdapter? = nil) {
        self.adaptRedirect = adaptRedirect
    }

    /// How many tasks have not ended.
    var count: Int { tasks.withLock(\.count) }

    func insert(_ task: DelegatedTask, for identifier: Int) {
        let replaced = tasks.withLock { $0.updateValue(task, forKey: identifier) }
        // Here and below released outside the lock, as it may hold anything of the user's.
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

    /// The task is cancelled in place of its start; the first reason counts.
    func refuse(_ identifier: Int, _ refusal: any Error) {
        tasks.withLock { tasks in
            var task =
                tasks[identifier] ?? DelegatedTask(call: InterceptedCall(), check: nil, scope: [])
            if task.refusal == nil { task.refusal = refusal }
            tasks[identifier] = task
        }
    }
}

/// What a delegate has to know of a task.
struct DelegatedTask: Sendable {
    let call: InterceptedCall
    /// What its response is checked with, if it is.
    let check: TaskCheck?
    /// The stubs of where it was issued.
    let scope: [RequestStubs]
    /// Why it was not sent.
    var refusal: (any Error)?

    /// Runs the last method of the delegate, which gets what it is to tell.
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

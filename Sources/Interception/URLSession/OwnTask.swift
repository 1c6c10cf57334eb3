import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The session task of a handler; it is created with the handler, and known afterwards.
struct OwnTask: Sendable {
    /// A Boolean value that indicates whether the library has cancelled the task, or its user may have.
    var mayBeCancelled: Bool

    #if canImport(FoundationNetworking)
    // The session retains the task until the handler has run.
    private let task: URLSessionTask
    private let awaitsCancelling: Bool

    init(_ task: URLSessionTask, in session: URLSession, mayBeCancelled: Bool) {
        self.task = task
        awaitsCancelling = session.awaitsCancelling
        self.mayBeCancelled = mayBeCancelled
    }

    var identifier: Int { task.taskIdentifier }

    private static let allMayBeCancelled = Locked(false)

    /// Records that all tasks of a session are about to be cancelled, or accessible to code that may cancel
    /// them.
    ///
    /// From then on every task of the process is checked, because the affected tasks are not known.
    static func noteCancellingOfAll() {
        allMayBeCancelled.withLock { $0 = true }
    }

    /// Waits for the cancelling of the task, if necessary; call this first in its handler.
    ///
    /// - Parameter hasFailed: `true` if the task has an error: then it may have been cancelled without the
    ///   library, by the bare session or by a parent of its `Progress`.
    func willEnd(hasFailed: Bool) {
        guard awaitsCancelling else { return }
        // Only in these cases, because checking the task takes a while.
        if hasFailed || mayBeCancelled || Self.allMayBeCancelled.withLock({ $0 }) {
            task.awaitCancelling()
        }
    }
    #else
    let identifier: Int

    init(_ task: URLSessionTask, in session: URLSession, mayBeCancelled: Bool) {
        identifier = task.taskIdentifier
        self.mayBeCancelled = mayBeCancelled
    }

    static func noteCancellingOfAll() {}

    func willEnd(hasFailed: Bool) {}
    #endif
}

/// An object that knows the session task of a handler, once the task has been created.
protocol TaskOwner: AnyObject, Sendable {
    var ownTask: OwnTask? { get set }

    /// A Boolean value that indicates whether the owner is not notified when the task is cancelled.
    var isCancelledUnseen: Bool { get }
}

extension TaskOwner {
    /// Runs the handler of a task that has ended.
    func end(_ error: (any Error)?, in context: TaskContext?, _ handler: () -> Void) {
        let task = ownTask
        task?.willEnd(hasFailed: error != nil)
        handler()
        if let context, let task { context.remove(task.identifier) }
    }
}

/// The owner of a task that only this library starts and cancels.
final class TaskBox: TaskOwner {
    private let task = Locked<OwnTask?>(nil)

    var ownTask: OwnTask? {
        get { task.withLock { $0 } }
        set { task.withLock { $0 = newValue } }
    }

    var isCancelledUnseen: Bool { true }
}

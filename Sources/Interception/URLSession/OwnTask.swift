import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The task that a handler ends, and that is made after it.
struct OwnTask: Sendable {
    /// Whether somebody has cancelled it through this library, or is handed it and may.
    var mayBeCancelled: Bool

    #if canImport(FoundationNetworking)
    // The session keeps it until the handler has run.
    private let task: URLSessionTask
    private let awaitsCancelling: Bool

    init(_ task: URLSessionTask, in session: URLSession, mayBeCancelled: Bool) {
        self.task = task
        awaitsCancelling = session.awaitsCancelling
        self.mayBeCancelled = mayBeCancelled
    }

    var identifier: Int { task.taskIdentifier }

    private static let allMayBeCancelled = Locked(false)

    /// All tasks of a session are about to be cancelled, or handed to somebody who may cancel them.
    ///
    /// From then on every task of the process is asked: nobody can tell which of them is kept.
    static func noteCancellingOfAll() {
        allMayBeCancelled.withLock { $0 = true }
    }

    /// The handler has been called.
    ///
    /// - Parameter hasFailed: whether with an error: then somebody may have cancelled the task past this library, by
    ///   the bare session or by a `Progress` that it is a part of.
    func willEnd(hasFailed: Bool) {
        guard awaitsCancelling else { return }
        // Only then, as asking the task takes a while.
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

/// Who knows the task of a handler, once it has been made.
protocol TaskOwner: AnyObject, Sendable {
    var ownTask: OwnTask? { get set }

    /// Whether the task is cancelled without a note by its owner.
    var isCancelledUnseen: Bool { get }
}

extension TaskOwner {
    /// Runs the handler of the task, which then has ended, with an error or without.
    func end(_ error: (any Error)?, in context: TaskContext?, _ handler: () -> Void) {
        let task = ownTask
        task?.willEnd(hasFailed: error != nil)
        handler()
        if let context, let task { context.remove(task.identifier) }
    }
}

/// The owner of a task that this library starts and cancels, and nobody else has.
final class TaskBox: TaskOwner {
    private let task = Locked<OwnTask?>(nil)

    var ownTask: OwnTask? {
        get { task.withLock { $0 } }
        set { task.withLock { $0 = newValue } }
    }

    var isCancelledUnseen: Bool { true }
}

import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The task that a handler ends, and that is made after it.
struct OwnTask: Sendable {
    /// Whether somebody has cancelled it, or may without being seen.
    var mayBeCancelled: Bool

    #if canImport(FoundationNetworking)
    // The session keeps it until the handler has run.
    private let task: URLSessionTask

    init(_ task: URLSessionTask, mayBeCancelled: Bool) {
        self.task = task
        self.mayBeCancelled = mayBeCancelled
    }

    var identifier: Int { task.taskIdentifier }

    private static let allMayBeCancelled = Locked(false)

    /// All tasks of a session are about to be cancelled, or handed to somebody who may cancel them.
    static func noteCancellingOfAll() {
        allMayBeCancelled.withLock { $0 = true }
    }

    /// The handler has been called.
    func willEnd() {
        // Only then, as asking the task takes a while.
        if mayBeCancelled || Self.allMayBeCancelled.withLock({ $0 }) { task.awaitCancelling() }
    }
    #else
    let identifier: Int

    init(_ task: URLSessionTask, mayBeCancelled: Bool) {
        identifier = task.taskIdentifier
        self.mayBeCancelled = mayBeCancelled
    }

    static func noteCancellingOfAll() {}

    func willEnd() {}
    #endif
}

/// Who knows the task of a handler, once it has been made.
protocol TaskOwner: AnyObject, Sendable {
    var ownTask: OwnTask? { get set }

    /// Whether the user gets the task of the session itself, and cancels that.
    var handsTaskOut: Bool { get }
}

extension TaskOwner {
    /// Runs the handler of the task, which then has ended.
    func end(in context: TaskContext?, _ handler: () -> Void) {
        let task = ownTask
        task?.willEnd()
        handler()
        if let context, let task { context.remove(task.identifier) }
    }
}

/// The owner of a task that enters at once.
final class TaskBox: TaskOwner {
    private let task = Locked<OwnTask?>(nil)

    var ownTask: OwnTask? {
        get { task.withLock { $0 } }
        set { task.withLock { $0 = newValue } }
    }

    var handsTaskOut: Bool { true }
}

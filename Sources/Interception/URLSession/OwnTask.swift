#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The task that a handler ends, and that is made after it.
struct OwnTask: Sendable {
    #if canImport(FoundationNetworking)
    // The session keeps it until the handler has run.
    private let task: URLSessionTask

    init(_ task: URLSessionTask) {
        self.task = task
    }

    var identifier: Int { task.taskIdentifier }

    /// The handler has been called.
    func willEnd() {
        task.awaitCancelling()
    }
    #else
    let identifier: Int

    init(_ task: URLSessionTask) {
        identifier = task.taskIdentifier
    }

    func willEnd() {}
    #endif
}

/// Who knows the task of a handler, once it has been made.
protocol TaskOwner: AnyObject, Sendable {
    var ownTask: OwnTask? { get set }
}

/// The owner of a task that enters at once.
final class TaskBox: TaskOwner {
    private let task = Locked<OwnTask?>(nil)

    var ownTask: OwnTask? {
        get { task.withLock { $0 } }
        set { task.withLock { $0 = newValue } }
    }
}

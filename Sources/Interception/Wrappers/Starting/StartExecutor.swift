import Dispatch
import Foundation
import GroupContext

/// The actor, queue or thread on which a delayed request starts or a rejection is reported.
enum StartExecutor: Sendable {
    /// The actor that issued the request, unless that is the main actor.
    case actor(any Actor)
    case queue(DispatchQueue)
    /// A delayed request starts on the thread that freed its permit; a rejection is reported on a global queue.
    case anyThread

    /// Chooses the issuing actor, or else `queue`, or else the main queue if the request was issued there.
    init(queue: DispatchQueue?, isolation: (any Actor)?, isOnMain: Bool? = nil) {
        if let isolation, !(isolation is MainActor) {
            self = .actor(isolation)
        } else if isolation != nil || queue == nil && (isOnMain ?? MainQueue.isCurrent) {
            self = .queue(.main)
        } else {
            self = if let queue { .queue(queue) } else { .anyThread }
        }
    }

    /// Starts a delayed request with the task-locals of its point of issue, if `locals` contains them.
    func start(with locals: TaskLocalSnapshot?, _ start: @escaping @Sendable () -> Void) {
        switch self {
        case .actor(let actor): locals.run { Task { await Self.perform(start, on: actor) } }
        case .queue(let queue): queue.async { locals.run(start) }
        case .anyThread: locals.run(start)
        }
    }

    /// Reports a rejection asynchronously, never inside the call that issued the request.
    func report(_ rejection: @escaping @Sendable () -> Void) {
        switch self {
        case .actor(let actor): Task { await Self.perform(rejection, on: actor) }
        case .queue(let queue): queue.async(execute: rejection)
        case .anyThread: DispatchQueue.global().async(execute: rejection)
        }
    }

    private static func perform(_ work: () -> Void, on actor: isolated any Actor) {
        work()
    }
}

/// A check whether code runs on the main queue or the main thread.
///
/// Neither check alone is enough. Without a run loop, worker threads run the main queue. And the main thread also runs
/// the `sync` closures of other queues.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread }

    /// Returns whether the queue is the main queue; on Linux, `DispatchQueue.main` is a new object each time.
    static func isEqual(to queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) != nil }
}

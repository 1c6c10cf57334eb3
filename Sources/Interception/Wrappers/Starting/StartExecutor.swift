import Dispatch
import Foundation
import GroupContext

/// The actor or queue on which a delayed request starts or a rejection is reported.
struct StartExecutor: Sendable {
    private let queue: DispatchQueue?
    /// The actor that issued the request, unless that is the main actor.
    private let isolation: (any Actor)?

    init(queue: DispatchQueue?, isolation: (any Actor)?, isOnMain: Bool? = nil) {
        let isMainActor = isolation is MainActor
        self.isolation = isMainActor ? nil : isolation
        self.queue =
            isMainActor ? .main : queue ?? (isOnMain ?? MainQueue.isCurrent ? .main : nil)
    }

    /// Starts a delayed request with the task-locals of its point of issue, or without these task-locals if `nil`.
    ///
    /// The executor is the actor that issued the request, or else the queue of the settings, or else the main queue
    /// if the request was issued there, or else the calling thread.
    func start(with locals: TaskLocalSnapshot?, _ start: @escaping @Sendable () -> Void) {
        if let isolation {
            locals.run { Task { await Self.perform(start, on: isolation) } }
        } else if let queue {
            queue.async { locals.run(start) }
        } else {
            locals.run(start)
        }
    }

    /// Reports a rejection, always after the issuing call has returned.
    func report(_ rejection: @escaping @Sendable () -> Void) {
        if let isolation {
            Task { await Self.perform(rejection, on: isolation) }
        } else {
            (queue ?? .global()).async(execute: rejection)
        }
    }

    private static func perform(_ work: () -> Void, on actor: isolated any Actor) {
        work()
    }
}

/// A check whether code runs on the main queue or the main thread.
///
/// Neither check is enough: worker threads run the main queue if there is no run loop, and the main thread also runs
/// the `sync` closures of other queues.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread }
}

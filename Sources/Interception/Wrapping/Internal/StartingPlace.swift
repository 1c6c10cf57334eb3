import Dispatch
import Foundation
import GroupContext

/// The actor or queue on which a delayed request starts, and a rejection is reported.
struct StartingPlace: Sendable {
    private let queue: DispatchQueue?
    private let isolation: (any Actor)?
    private let isOnMain: Bool

    init(queue: DispatchQueue?, isolation: (any Actor)?) {
        self.queue = queue
        self.isolation = isolation
        isOnMain = MainQueue.isCurrent || Thread.isMainThread
    }

    /// Starts a delayed request with the task-locals of its point of issue.
    ///
    /// It runs on the actor that issued the request, else on the queue of the settings, else on the main queue if the
    /// request was issued there, else on the calling thread.
    func start(_ locals: TaskLocals, _ start: @escaping @Sendable () -> Void) {
        if let isolation, !(isolation is MainActor) {
            locals.run { Task { await Self.perform(start, on: isolation) } }
        } else if let startingQueue {
            startingQueue.async { locals.run(start) }
        } else {
            locals.run(start)
        }
    }

    /// Reports a rejection, always after the issuing call has returned.
    func report(_ refusal: @escaping @Sendable () -> Void) {
        if let isolation, !(isolation is MainActor) {
            Task { await Self.perform(refusal, on: isolation) }
        } else {
            (startingQueue ?? .global()).async(execute: refusal)
        }
    }

    /// The queue for the start of a request that was issued on the main actor or on no actor.
    private var startingQueue: DispatchQueue? {
        isolation is MainActor ? .main : queue ?? (isOnMain ? .main : nil)
    }

    private static func perform(_ work: () -> Void, on actor: isolated any Actor) {
        work()
    }
}

/// A check whether code runs on the main queue.
///
/// The main queue need not use the main thread: without a run loop, as in a server, worker threads drain it.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}

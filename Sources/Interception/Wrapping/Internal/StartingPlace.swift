import Dispatch
import Foundation
import GroupContext

/// Where the library calls what the client would have called, or calls the client later.
struct StartingPlace: Sendable {
    private let queue: DispatchQueue?
    private let isolation: (any Actor)?
    private let isOnMain: Bool

    /// The place for a request that is issued here and now.
    init(queue: DispatchQueue?, isolation: (any Actor)?) {
        self.queue = queue
        self.isolation = isolation
        isOnMain = MainQueue.isCurrent || Thread.isMainThread
    }

    /// Starts a request that had to wait, with the task-locals of where it was issued.
    ///
    /// That is on the actor on which it was issued, else on the queue that the wrapper names, else on the main
    /// queue if it was issued there, else here.
    func start(_ locals: TaskLocals, _ start: @escaping @Sendable () -> Void) {
        if let isolation, !(isolation is MainActor) {
            locals.run { Task { await Self.perform(start, on: isolation) } }
        } else if let startingQueue {
            startingQueue.async { locals.run(start) }
        } else {
            locals.run(start)
        }
    }

    /// Reports that a request does not start: never before the call that issued it has returned.
    func report(_ refusal: @escaping @Sendable () -> Void) {
        if let isolation, !(isolation is MainActor) {
            Task { await Self.perform(refusal, on: isolation) }
        } else {
            (startingQueue ?? .global()).async(execute: refusal)
        }
    }

    /// Where a request starts that was issued on no actor but the main one.
    private var startingQueue: DispatchQueue? {
        isolation is MainActor ? .main : queue ?? (isOnMain ? .main : nil)
    }

    private static func perform(_ work: () -> Void, on actor: isolated any Actor) {
        work()
    }
}

/// Tells whether code runs on the main queue, which need not be on the main thread: without a run
/// loop, as in a server, worker threads drain it.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}

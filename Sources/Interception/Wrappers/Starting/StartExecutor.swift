import Dispatch
import Foundation
import GroupContext

/// A start that runs later, in the context and with the task-locals of its point of issue.
protocol LaterStart: AnyObject, Sendable {
    func restoreTaskLocals(_ body: @escaping @Sendable () -> Void)
    func startInContext()
}

/// The actor or queue on which a delayed request starts or a rejection is reported.
struct StartExecutor: Sendable {
    private let queue: DispatchQueue?
    private let isolation: (any Actor)?
    let isOnMain: Bool

    init(queue: DispatchQueue?, isolation: (any Actor)?, isOnMain: Bool? = nil) {
        self.queue = queue
        self.isolation = isolation
        self.isOnMain = isOnMain ?? (MainQueue.isCurrent || Thread.isMainThread)
    }

    /// Starts a delayed request with the task-locals of its point of issue.
    ///
    /// The executor is the actor that issued the request, or else the queue of the settings, or else the main queue
    /// if the request was issued there, or else the calling thread.
    func start(_ request: some LaterStart) {
        if let isolation, !(isolation is MainActor) {
            request.restoreTaskLocals {
                Task { await Self.perform(request.startInContext, on: isolation) }
            }
        } else if let startingQueue {
            startingQueue.async { request.restoreTaskLocals { request.startInContext() } }
        } else {
            request.restoreTaskLocals { request.startInContext() }
        }
    }

    /// Reports a rejection, always after the issuing call has returned.
    func report(_ rejection: @escaping @Sendable () -> Void) {
        if let isolation, !(isolation is MainActor) {
            Task { await Self.perform(rejection, on: isolation) }
        } else {
            (startingQueue ?? .global()).async(execute: rejection)
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
/// A check of the thread is not enough, because worker threads run the main queue if there is no run loop.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}

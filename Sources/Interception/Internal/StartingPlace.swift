import Dispatch
import Foundation

/// Where the library calls what the client would have called, or calls the client later.
struct StartingPlace: Sendable {
    private let queue: DispatchQueue?
    private let isolation: (any Actor)?
    /// Where a refusal is reported if nothing else says where.
    private let reportingQueue: DispatchQueue

    /// The place for a request that is issued here and now.
    init(queue: DispatchQueue?, isolation: (any Actor)?) {
        self.queue = queue
        self.isolation = isolation
        reportingQueue = MainQueue.isCurrent || Thread.isMainThread ? .main : .global()
    }

    /// Starts a request that had to wait.
    func perform(_ start: @escaping @Sendable () -> Void) {
        if let executor { executor(start) } else { start() }
    }

    /// Reports that a request does not start: never before the call that issued it has returned.
    func report(_ refusal: @escaping @Sendable () -> Void) {
        if let executor { executor(refusal) } else { reportingQueue.async(execute: refusal) }
    }

    /// The actor on which the request was issued, else the queue that the wrapper names.
    private var executor: ((@escaping @Sendable () -> Void) -> Void)? {
        if isolation is MainActor {
            return { DispatchQueue.main.async(execute: $0) }
        }
        if let isolation {
            return { work in Task { await Self.perform(work, on: isolation) } }
        }
        return queue.map { queue in { queue.async(execute: $0) } }
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

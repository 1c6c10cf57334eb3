// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// A request that is an operation.
public final class Job: Operation, @unchecked Sendable {
    // Safe: written before the operation is added and while it runs, read after it.
    public private(set) var error: (any Error)?
    private let fate: Fate
    private let ended = DispatchSemaphore(value: 0)

    public init(_ fate: Fate) {
        self.fate = fate
    }

    override public func main() {
        switch fate {
        case .answered: break
        case .failed: error = Gone()
        case .lost: completionBlock = nil
        case .kept: ended.wait()
        }
    }

    override public func cancel() {
        error = GivenUp()  // before the queue can finish the operation
        super.cancel()
        ended.signal()
    }
}

/// The client that runs the operations.
public final class JobQueue: Sendable {
    private let operations = OperationQueue()

    public init() {}

    public func add(_ job: Job) { operations.addOperation(job) }
}

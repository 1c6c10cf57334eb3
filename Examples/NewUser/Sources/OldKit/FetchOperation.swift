// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// A request that is an operation.
public final class FetchOperation: Operation, @unchecked Sendable {
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

import Foundation
import GroupContext
package import Testing

/// A thread that runs one closure, started at once; used to wait for another process.
///
/// A blocking wait in a task would occupy one of the few threads that tasks share.
package final class OwnThread: Sendable {
    private let hasEnded = Gate()
    private let failure = Locked<(any Error)?>(nil)

    /// - Parameters:
    ///   - stackSize: the stack size in bytes, or `nil` for the default.
    ///   - body: the closure.
    @discardableResult
    package init(stackSize: Int? = nil, _ body: @escaping @Sendable () throws -> Void) {
        let thread = Thread { [self] in
            do {
                try body()
            } catch {
                failure.withLock { $0 = error }
            }
            hasEnded.open()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }

    /// Waits for the end of the closure, and throws its error.
    package func waitUntilEnded(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        await hasEnded.waitUntilOpen(sourceLocation: sourceLocation)
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

import Foundation
import GroupContext

/// A closure that runs on a thread of its own, from the moment that this is made.
///
/// For what another process waits for. A test that runs another process keeps one of the few threads
/// that tasks share until that process has ended, so two such tests can keep them all.
package final class OwnThread: Sendable {
    private let hasEnded = Gate()
    private let failure = Locked<(any Error)?>(nil)

    /// - Parameters:
    ///   - stackSize: how many bytes of stack the thread has, if not as many as usual.
    ///   - body: what runs on it.
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

    /// Returns when the closure has, and throws what it has thrown.
    package func ended() async throws {
        await hasEnded.opened()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

import Foundation
import GroupContext

/// A closure that runs on a thread of its own, from the moment that this is made.
///
/// For what another process waits for. A test that runs another process keeps one of the few threads
/// that tasks share until that process has ended, so two such tests can keep them all.
package final class OwnThread: Sendable {
    private let hasEnded = Gate()
    private let failure = Locked<(any Error)?>(nil)

    package init(_ body: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread { [self] in
            do {
                try body()
            } catch {
                failure.withLock { $0 = error }
            }
            hasEnded.open()
        }
    }

    /// Returns when the closure has, and throws what it has thrown.
    package func ended() async throws {
        await hasEnded.opened()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

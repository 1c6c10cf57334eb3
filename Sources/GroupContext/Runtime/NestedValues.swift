#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Releases nested values in a loop, because recursive deinits could overflow the stack.
package enum NestedValues {
    /// The values that each thread still has to release.
    private static let pending = Locked([pthread_t: [any Sendable]]())

    /// Releases the value that `take` removes from its holder, and then each value that a deinit passes to this
    /// function meanwhile.
    package static func release(_ take: () -> any Sendable) {
        let thread = pthread_self()
        if pending.withLock({ $0[thread] != nil }) { return add(take(), on: thread) }
        pending.withLock { $0[thread] = [] }
        add(take(), on: thread)
        // Each value is released after unlocking, because a deinit may run user code.
        while let value = next(on: thread) { withExtendedLifetime(value) {} }
    }

    private static func add(_ value: any Sendable, on thread: pthread_t) {
        pending.withLock { $0[thread]?.append(value) }
    }

    private static func next(on thread: pthread_t) -> (any Sendable)? {
        pending.withLock { pending in
            let value = pending[thread]?.popLast()
            if value == nil { pending[thread] = nil }
            return value
        }
    }
}

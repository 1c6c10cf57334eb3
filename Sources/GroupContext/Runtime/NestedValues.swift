/// Releases nested values in a loop, because recursive deinits could overflow the stack.
package enum NestedValues {
    /// The values that each thread still has to release.
    private static let pending = Locked([ThreadID: [any Sendable]]())

    /// Releases the value that `take` removes from its holder, and then each value that a deinit passes to this
    /// function meanwhile.
    package static func release(_ take: () -> any Sendable) {
        let thread = ThreadID()
        if pending.withLock({ $0[thread] != nil }) { return add(take(), on: thread) }
        pending.withLock { $0[thread] = [] }
        add(take(), on: thread)
        // Each value is released after unlocking, because a deinit may run user code.
        while let value = next(on: thread) { withExtendedLifetime(value) {} }
    }

    private static func add(_ value: any Sendable, on thread: ThreadID) {
        pending.withLock { $0[thread]?.append(value) }
    }

    private static func next(on thread: ThreadID) -> (any Sendable)? {
        pending.withLock { pending in
            let value = pending[thread]?.popLast()
            if value == nil { pending[thread] = nil }
            return value
        }
    }
}

/// The release of nested values in a loop, because recursive deinits could overflow the stack.
package enum NestedValues {
    /// The values that a thread still has to release; only a thread that runs the loop of `release` has an entry.
    private static let pending = Locked([ThreadID: [any Sendable]]())

    /// Releases the value that `take` returns.
    ///
    /// A call from a deinit during such a release only queues its value. The outermost call on the thread releases all
    /// queued values in a loop.
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

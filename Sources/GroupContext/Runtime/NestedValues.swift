/// The release of nested values in a loop, because recursive deinits could overflow the stack.
package enum NestedValues {
    /// Releases the value that `take` returns.
    ///
    /// A call from a deinit during such a release only queues its value. The outermost call on the thread releases all
    /// queued values in a loop.
    package static func release(_ take: () -> any Sendable) {
        if let queue = ThreadPointer.nestedValues.value {
            queue.assumingMemoryBound(to: [any Sendable].self).pointee.append(take())
            return
        }
        var queue: [any Sendable] = []
        withUnsafeMutablePointer(to: &queue) { queue in
            ThreadPointer.nestedValues.value = UnsafeMutableRawPointer(queue)
            queue.pointee.append(take())
            // Each value is released after its removal, because its deinit may queue further values.
            while let value = queue.pointee.popLast() { withExtendedLifetime(value) {} }
            ThreadPointer.nestedValues.value = nil
        }
    }
}

import Foundation
import GroupContext

/// What a plan is made of: another plan and a closure, which may hold further plans.
///
/// Parts are released one after the other. Released in the ordinary way, each would release the next
/// inside its own release, and a plan of a hundred thousand steps would need more stack than there is.
final class PlanPart<Content: Sendable>: Sendable {
    // Safe: written when this is made, and moved out when it is released.
    private nonisolated(unsafe) let pointer: UnsafeMutablePointer<Content>

    init(_ content: Content) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: content)
    }

    deinit {
        PlanParts.release {
            defer { pointer.deallocate() }
            return pointer.move()
        }
    }

    var content: Content { pointer.pointee }
}

/// What is still to be released, by the thread that releases it.
private enum PlanParts {
    private static let pending = Locked([pthread_t: [any Sendable]]())

    /// Releases what the closure hands over, and all parts that are released by that.
    static func release(_ take: () -> any Sendable) {
        let thread = pthread_self()
        if pending.withLock({ $0[thread] != nil }) { return add(take(), on: thread) }
        pending.withLock { $0[thread] = [] }
        add(take(), on: thread)
        // Released outside the lock: it may hold the last reference to anything.
        while let part = next(on: thread) { withExtendedLifetime(part) {} }
    }

    private static func add(_ part: any Sendable, on thread: pthread_t) {
        pending.withLock { $0[thread]?.append(part) }
    }

    private static func next(on thread: pthread_t) -> (any Sendable)? {
        pending.withLock { pending in
            let part = pending[thread]?.popLast()
            if part == nil { pending[thread] = nil }
            return part
        }
    }
}

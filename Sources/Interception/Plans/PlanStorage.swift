import GroupContext

/// The inner plan and the closure of a plan; released in a loop, because nested releases could overflow the stack.
final class PlanStorage<Content: Sendable>: Sendable {
    // Safe: written once in `init`, and moved out in `deinit`.
    private nonisolated(unsafe) let pointer: UnsafeMutablePointer<Content>

    init(_ content: Content) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: content)
    }

    deinit {
        NestedValues.release {
            defer { pointer.deallocate() }
            return pointer.move()
        }
    }

    // Extend the lifetime, because the pointer is valid only while the storage is alive.
    var content: Content { withExtendedLifetime(self) { pointer.pointee } }
}

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
        NestedValues.release {
            defer { pointer.deallocate() }
            return pointer.move()
        }
    }

    var content: Content { pointer.pointee }
}

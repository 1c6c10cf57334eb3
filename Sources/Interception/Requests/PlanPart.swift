import GroupContext

/// The content of a plan that wraps another plan: the inner plan and a closure.
///
/// Nested parts are released in a loop: releasing a hundred thousand parts recursively would overflow the
/// stack.
final class PlanPart<Content: Sendable>: Sendable {
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

    var content: Content { pointer.pointee }
}

@testable import InterceptionTestSupport

/// A weak reference to a group.
struct WeakGroup: Sendable {
    // Safe: set once, before the object is shared.
    private nonisolated(unsafe) weak var group: RequestGroup?

    init(_ group: RequestGroup) { self.group = group }
    var isAlive: Bool { group != nil }
}

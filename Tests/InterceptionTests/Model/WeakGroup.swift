import GroupContext

@testable import InterceptionTestSupport

/// A group as long as somebody else keeps it; what keeps a member of it keeps it, too.
struct WeakGroup: Sendable {
    // Safe: set once, before anybody else has it.
    private nonisolated(unsafe) weak var group: RequestGroup?

    init(_ group: RequestGroup) {
        self.group = group
    }

    var isAlive: Bool { group != nil }
}

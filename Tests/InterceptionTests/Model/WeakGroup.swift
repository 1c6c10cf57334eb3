import GroupContext

/// A group as long as somebody else keeps it; what keeps a member of it keeps it, too.
struct WeakGroup: Sendable {
    private weak let group: RequestGroup?

    init(_ group: RequestGroup) {
        self.group = group
    }

    var isAlive: Bool { group != nil }
}

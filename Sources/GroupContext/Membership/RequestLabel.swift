/// The label of a request, or a closure that creates the label when a report needs it.
package enum RequestLabel: Sendable {
    case text(String)
    case onDemand(@Sendable () -> String)

    package var text: String {
        switch self {
        case .text(let text): text
        case .onDemand(let make): make()
        }
    }

    /// Creates the membership of a request with this label.
    @inline(__always)
    func membership(
        in group: RequestGroup,
        isOptional: Bool,
        _ metadata: RequestMetadata? = nil
    ) -> Membership {
        switch self {
        // Without observers, create the label only when a report needs it. With observers, create the label now,
        // because every event reads it.
        case .onDemand(let make) where !group.isWatched:
            LazyMembership(make, group: group, isOptional: isOptional, metadata: metadata)
        case .text, .onDemand:
            Membership(text, group: group, isOptional: isOptional, metadata: metadata)
        }
    }
}

/// A membership whose label is created on demand.
// Unchecked, because the class has a superclass; its own stored property is a constant.
private final class LazyMembership: Membership, @unchecked Sendable {
    private let makeLabel: @Sendable () -> String

    init(
        _ makeLabel: @escaping @Sendable () -> String,
        group: RequestGroup,
        isOptional: Bool,
        metadata: RequestMetadata?
    ) {
        self.makeLabel = makeLabel
        super.init("", group: group, isOptional: isOptional, metadata: metadata)
    }

    override var label: String { makeLabel() }
}

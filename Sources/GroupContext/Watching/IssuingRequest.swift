/// The issuer of a request or a group: the request in whose callback it was issued or opened.
///
/// Recorded only in groups with observers; see ``RequestGroupEvent/issuer``.
public final class IssuingRequest: Sendable {
    /// The label of the issuer.
    public let label: String

    /// The identifier of the issuer; see ``RequestGroupEvent/requestID``.
    public let id: SpanID

    /// The position of the issuer among the requests of its group, in issue order, from 0.
    package let index: Int

    /// The name of the issuer's group, which may differ from the group of the issued request.
    package let groupName: String

    // Safe: set once, before the object is shared.
    /// The issuer's group; `nil` if the group has been released.
    ///
    /// Weak, because a group retains its observers, and an observer may retain its events.
    package private(set) nonisolated(unsafe) weak var group: RequestGroup?

    init(_ membership: Membership, index: Int) {
        label = membership.label
        id = membership.id
        self.index = index
        group = membership.group
        groupName = membership.group.name
    }
}

extension IssuingRequest: CustomStringConvertible {
    /// The request in a few words, such as `#2 GET /feed`.
    public var description: String { "#\(index) \(label.onOneLine)" }
}

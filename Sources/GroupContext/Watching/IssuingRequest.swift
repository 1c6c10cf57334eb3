/// The request in whose callback something was issued.
///
/// Known in groups that somebody observes, see ``RequestGroupEvent/issuer``; nobody else pays for it.
public final class IssuingRequest: Sendable {
    /// What the request is called.
    public let label: String

    /// What tells the request from all others; see ``RequestGroupEvent/requestID``.
    public let id: SpanID

    /// Its place in the order in which the requests of its group were issued, from 0.
    public let index: Int

    /// The name of its group, which need not be the group in which something was issued.
    public let groupName: String

    // Safe: set once, before anybody else has it.
    /// Its group, as long as somebody keeps it.
    ///
    /// Weak: a group keeps its observers, so one that remembers who issued what would keep it in turn.
    public private(set) nonisolated(unsafe) weak var group: RequestGroup?

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

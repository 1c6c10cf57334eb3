/// What is known of a request from where it was issued, if that is worth knowing: most have none.
package final class RequestIssue: Sendable {
    /// Its identity, if somebody needed it before the request entered its group.
    package let id: SpanID?

    /// What goes along with it of the app.
    package let carried: CapturedTaskLocals?

    private let shared = Locked<TraceParent?>(nil)

    package init(id: SpanID? = nil, carrying carried: CapturedTaskLocals? = nil) {
        (self.id, self.carried) = (id, carried)
    }

    /// A parent that the app has named, in place of the group.
    package var traceParent: TraceParent? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}

/// The membership of a request of which more is known than most.
final class IssuedMembership: Membership, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds does not change.

    private let known: RequestIssue
    override var issue: RequestIssue? { known }

    init(
        _ label: String,
        group: RequestGroup,
        kind: Member.Kind,
        isOptional: Bool,
        issue: RequestIssue
    ) {
        known = issue
        super.init(label, group: group, isOptional: isOptional)
        member = Member(kind, isOptional: isOptional)
        member.hasContext = true
    }
}

extension Membership {
    /// The identity of the request; what is a part of another has the identity of that.
    package var id: SpanID {
        if let id = issue?.id { return id }
        let (index, whole) = group.shared.withLock { _ in (member.index, member.details?.whole) }
        return whole?.id ?? group.identity.id(ofRequest: index)
    }
}

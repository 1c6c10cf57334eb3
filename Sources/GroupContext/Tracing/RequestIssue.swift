/// The metadata of a request, known when it is issued; most requests have none.
package final class RequestIssue: Sendable {
    /// The identifier, if it was needed before the request entered its group.
    package let id: SpanID?

    package let carried: CapturedTaskLocals?

    private let shared = Locked<TraceParent?>(nil)

    package init(id: SpanID? = nil, carrying carried: CapturedTaskLocals? = nil) {
        (self.id, self.carried) = (id, carried)
    }

    /// The parent span that the app has set for the request, in place of the group.
    package var traceParent: TraceParent? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}

final class IssuedMembership: Membership, @unchecked Sendable {
    // Unchecked, as in the superclass; the added property does not change.

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
    /// The identifier of the request; a subrequest has that of its request.
    package var id: SpanID {
        if let id = issue?.id { return id }
        let (index, whole) = group.shared.withLock { _ in (member.index, member.details?.whole) }
        return whole?.id ?? group.identity.id(ofRequest: index)
    }
}

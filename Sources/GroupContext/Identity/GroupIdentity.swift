/// The identity of a group in its events and in a trace, created on its first use.
///
/// A class, because all events of the group share it.
final class GroupIdentity: Sendable {
    let name: String
    // Safe: set once, before the object is shared.
    private(set) nonisolated(unsafe) weak var group: RequestGroup?
    /// The ID of the group's span; for a batch or a chain that counts as a request, the ID of this request.
    let id: SpanID
    let traceID: TraceID
    /// The parent span that the app has set for the group or an enclosing group.
    let remoteParent: TraceParent?
    /// The random number from which the IDs of the group's requests are derived.
    private let seed: UInt64

    fileprivate init(of group: RequestGroup) {
        let outer = group.parent?.knownIdentity
        let request = group.isSubrequest ? nil : group.ownRequest?.id
        let parent = group.configuration.traceParent
        name = group.name
        self.group = group
        seed = .random(in: 0...UInt64.max)
        id = request ?? SpanID(seed, at: 0)
        traceID = parent?.traceID ?? outer?.traceID ?? TraceID()
        remoteParent = parent ?? outer?.remoteParent
    }

    func id(ofRequest index: Int) -> SpanID {
        SpanID(seed, at: UInt64(truncatingIfNeeded: index) &+ 1)
    }
}

extension RequestGroup {
    /// The ID of the group and of its span; for a batch or a chain that counts as a request, the ID of this request.
    public var id: SpanID { identity.id }

    /// The trace of the group, which nested groups share.
    ///
    /// A nested group with the option ``RequestGroupOption/traceParent(_:)`` has another trace.
    public var traceID: TraceID { identity.traceID }

    var identity: GroupIdentity {
        if let knownIdentity { return knownIdentity }
        // A loop, because recursion over deeply nested groups could overflow the stack.
        let unknown = sequence(first: self, next: \.parent).prefix { $0.knownIdentity == nil }
        for group in unknown.dropFirst().reversed() { group.makeIdentity() }
        return makeIdentity()
    }

    fileprivate var knownIdentity: GroupIdentity? { shared.withLock { $0.identity } }

    @discardableResult
    private func makeIdentity() -> GroupIdentity {
        let new = GroupIdentity(of: self)
        return shared.withLock { state in
            let identity = state.identity ?? new
            state.identity = identity
            return identity
        }
    }
}

extension RequestGroup {
    package var ownTraceParent: TraceParent? { configuration.traceParent }

    package var remoteParent: TraceParent? { identity.remoteParent }
}

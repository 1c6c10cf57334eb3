/// What a group is called in a trace, and where it stands there: made when somebody asks.
struct GroupIdentity: Sendable {
    /// The group's own span, or that of the request which it stands for.
    let id: SpanID
    let traceID: TraceID
    /// What the app has named as the parent of the group, or of one around it.
    let remoteParent: TraceParent?
    /// What the IDs of its requests are made from.
    private let seed: UInt64

    fileprivate init(in outer: GroupIdentity?, request: SpanID?, parent: TraceParent?) {
        seed = .random(in: 0...UInt64.max)
        id = request ?? SpanID(seed, at: 0)
        traceID = parent?.traceID ?? outer?.traceID ?? TraceID()
        remoteParent = parent ?? outer?.remoteParent
    }

    /// The ID of a request, by its place in issue order.
    func id(ofRequest index: Int) -> SpanID {
        SpanID(seed, at: UInt64(truncatingIfNeeded: index) &+ 1)
    }
}

extension RequestGroup {
    /// What tells the group from all others: the same for its observers and its timeline, and the ID of its span.
    ///
    /// A batch and a chain have the identity of the request that they are in the group around them.
    public var id: SpanID { identity.id }

    /// The trace that the group belongs to: one for each outermost group, unless the app names another by
    /// ``RequestGroupOption/traceParent(_:)``.
    public var traceID: TraceID { identity.traceID }

    var identity: GroupIdentity {
        if let known = shared.withLock({ $0.identity }) { return known }
        // From a list: groups may be nested deeper than the stack is.
        var (unknown, outer, next) = ([self], GroupIdentity?.none, parent)
        while let group = next {
            outer = group.shared.withLock { $0.identity }
            if outer != nil { break }
            unknown.append(group)
            next = group.parent
        }
        var identity = unknown.removeLast().identity(in: outer)
        for group in unknown.reversed() { identity = group.identity(in: identity) }
        return identity
    }

    /// The identity, which it has from now on; the group around it has one.
    private func identity(in outer: GroupIdentity?) -> GroupIdentity {
        let new = GroupIdentity(
            in: outer,
            request: isPart ? nil : request?.id,
            parent: configuration.traceParent
        )
        return shared.withLock { shared in
            let identity = shared.identity ?? new
            shared.identity = identity
            return identity
        }
    }
}

extension RequestGroup {
    /// What the app has named as the parent of the group itself.
    package var ownTraceParent: TraceParent? { configuration.traceParent }

    /// What the app has named as the parent of the nearest group of which it has, this one or one around it.
    package var remoteParent: TraceParent? { identity.remoteParent }

    /// Where the group was opened, if it is a detached one that is observed.
    package var origin: TraceParent? { shared.withLock { $0.origin } }
}

/// The identity of a group in a trace, made when it is first needed.
struct GroupIdentity: Sendable {
    /// The span of the group, or of the request that the group stands for.
    let id: SpanID
    let traceID: TraceID
    /// The parent span that the app has set for the group or an enclosing one.
    let remoteParent: TraceParent?
    /// The random number from which the IDs of the group's requests are derived.
    private let seed: UInt64

    fileprivate init(in outer: GroupIdentity?, request: SpanID?, parent: TraceParent?) {
        seed = .random(in: 0...UInt64.max)
        id = request ?? SpanID(seed, at: 0)
        traceID = parent?.traceID ?? outer?.traceID ?? TraceID()
        remoteParent = parent ?? outer?.remoteParent
    }

    /// Returns the ID of the request at this position in issue order.
    func id(ofRequest index: Int) -> SpanID {
        SpanID(seed, at: UInt64(truncatingIfNeeded: index) &+ 1)
    }
}

extension RequestGroup {
    /// The identifier of the group, for observers and timelines, and the ID of its span.
    ///
    /// A batch or a chain has the identifier of the request that it is in the enclosing group.
    public var id: SpanID { identity.id }

    /// The trace of the group: one for each outermost group, unless the app sets another with
    /// ``RequestGroupOption/traceParent(_:)``.
    public var traceID: TraceID { identity.traceID }

    var identity: GroupIdentity {
        if let known = shared.withLock({ $0.identity }) { return known }
        // A loop, because groups may be nested deeper than the stack is.
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

    /// Makes the identity of this group inside that of the enclosing group, and stores it.
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
    package var ownTraceParent: TraceParent? { configuration.traceParent }

    /// The parent span that the app has set for the group or the nearest enclosing one.
    package var remoteParent: TraceParent? { identity.remoteParent }

    /// The span in which this group was opened, if it is detached and has observers.
    package var origin: TraceParent? { shared.withLock { $0.origin } }
}

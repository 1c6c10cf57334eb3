/// The metadata of a request, set when the request is issued; most requests have none.
package final class RequestMetadata: Sendable {
    /// The identifier; `nil` unless the identifier was needed before the request entered its group.
    package let id: SpanID?

    package let propagated: PropagatedValues?

    private let shared = Locked<TraceParent?>(nil)

    package init(id: SpanID? = nil, propagating propagated: PropagatedValues? = nil) {
        (self.id, self.propagated) = (id, propagated)
    }

    /// The parent span that the app has set for the request itself, instead of for its group.
    package var traceParent: TraceParent? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}

extension Membership {
    /// The position among the requests of the group, in issue order.
    var index: Int { group.shared.withLock { _ in member.index } }

    /// The identifier of the request; a subrequest without an own identifier has that of its outer request.
    package var id: SpanID {
        if let id = metadata?.id { return id }
        let (index, outerRequest) = group.shared.withLock { _ in
            (member.index, member.details?.outerRequest)
        }
        return outerRequest?.id ?? group.identity.id(ofRequest: index)
    }
}

/// The identity of a request: its identifier, its group and its trace.
///
/// Adapters and observers of a pipeline receive this value. A client that builds its requests itself reads
/// ``current``:
///
/// ```swift
/// func request(_ path: String) -> URLRequest {
///     var request = URLRequest(url: baseURL.appendingPathComponent(path))
///     traceHeaders.add(to: &request, of: .current)
///     return request
/// }
/// ```
public struct RequestIdentity: Sendable, Identifiable {
    /// The identifier of the request in events, in its pipeline and in timelines; also the ID of its span.
    public let id: SpanID

    /// The trace that the group of the request belongs to; `nil` outside any group.
    public let traceID: TraceID?

    /// The identifier of the request's group; `nil` outside any group.
    public let groupID: SpanID?

    package let groupName: String?

    /// A Boolean value that indicates whether the request's group has observers or a stall watch.
    package let isObserved: Bool

    /// The parent span that the app has set for the request's group or an enclosing group.
    package let remoteParent: TraceParent?

    /// The metadata of the request, such as a parent span that the app has set for the request itself.
    package let metadata: RequestMetadata

    /// A Boolean value that indicates whether the identity is that of an outer request, or of a plan's step.
    package let isOfOuterRequest: Bool

    package static var ungrouped: RequestIdentity {
        RequestIdentity(of: RequestMetadata(id: SpanID()), in: nil)
    }

    /// Creates an identity; `group` is `nil` outside any group.
    ///
    /// Without `id`, the identifier is that of the metadata or a new one.
    package init(
        of metadata: RequestMetadata,
        in group: RequestGroup?,
        id: SpanID? = nil,
        isOfOuterRequest: Bool = false
    ) {
        let group = group?.isGrouping == true ? group : nil
        let identity = group?.identity
        self.isOfOuterRequest = isOfOuterRequest
        self.id = id ?? metadata.id ?? SpanID()
        self.metadata = metadata
        traceID = identity?.traceID
        groupID = identity?.id
        groupName = group?.name
        isObserved = group?.isObserved ?? false
        remoteParent = identity?.remoteParent
    }

    /// The identity of the request that a client is performing on this thread or in this task, if any.
    ///
    /// A client can read this property in its methods, but not in callbacks or on other queues.
    public static var current: RequestIdentity? { ActiveCalls.innermost?.identity }
}

extension RequestIdentity: CustomStringConvertible {
    /// The identifier and the group, such as `00f067aa0ba902b7 of home page`.
    public var description: String {
        "\(id)\(groupName.map { " of \($0.onOneLine)" } ?? "")"
    }
}

extension Membership {
    /// The identity of this request, which its subrequests share.
    package var identity: RequestIdentity {
        // In a hidden group, the request is a part of the step: a sender may send through another sender.
        if let step = group.plainGroup?.planStep { return step.request.identity }
        let id = id
        let metadata =
            metadata
            ?? group.shared.withLock { _ in
                let metadata = member.details?.metadata ?? RequestMetadata(id: id)
                if member.isPresent { member.ensureDetails().metadata = metadata }
                return metadata
            }
        return RequestIdentity(of: metadata, in: group, id: id, isOfOuterRequest: true)
    }
}

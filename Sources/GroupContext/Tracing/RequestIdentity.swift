/// The identity of a request: its identifier, its group and its trace.
///
/// Adapters and observers of a pipeline receive it. A client that builds its requests itself reads
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
    /// The identifier of the request, for observers, pipeline and timeline, and the ID of its span.
    public let id: SpanID

    /// The trace that the group of the request belongs to; `nil` outside any group.
    public let traceID: TraceID?

    /// The identifier of its group; `nil` outside any group.
    public let groupID: SpanID?

    /// The name of its group; `nil` outside any group.
    public let groupName: String?

    /// A Boolean value that indicates whether its group has observers, which may record its span.
    package let isObserved: Bool

    /// The parent span that the app has set for its group or an enclosing one.
    package let remoteParent: TraceParent?

    /// The metadata of the request, which stores a parent span that is set for the request itself.
    package let issue: RequestIssue

    /// A Boolean value that indicates whether the request is a subrequest, which has the identity of its
    /// request.
    package let isPart: Bool

    /// Makes the identity of a request that is about to be issued in the group, or in none.
    package init(of issue: RequestIssue, in group: RequestGroup?, isPart: Bool = false) {
        let group = group?.isGrouping == true ? group : nil
        self.init(issue, id: issue.id ?? SpanID(), group: group, isPart: isPart)
    }

    /// A new identity of a request outside any group.
    package static var ungrouped: RequestIdentity {
        RequestIdentity(of: RequestIssue(id: SpanID()), in: nil)
    }

    fileprivate init(_ issue: RequestIssue, id: SpanID, group: RequestGroup?, isPart: Bool) {
        let identity = group?.identity
        self.isPart = isPart
        self.id = id
        self.issue = issue
        traceID = identity?.traceID
        groupID = identity?.id
        groupName = group?.name
        isObserved = group?.isObserved ?? false
        remoteParent = identity?.remoteParent
    }

    /// The request that its client is performing on this thread or in this task; `nil` if there is none.
    ///
    /// A client can read it in its own methods until they return, but not in callbacks or on other queues.
    public static var current: RequestIdentity? { HandedRequest.innermost?.identity }
}

extension RequestIdentity: CustomStringConvertible {
    /// The identifier and the group, such as `00f067aa0ba902b7 of home page`.
    public var description: String {
        "\(id)\(groupName.map { " of \($0.onOneLine)" } ?? "")"
    }
}

extension Membership {
    package var identity: RequestIdentity {
        let id = id
        return RequestIdentity(
            noted(id),
            id: id,
            group: group.isGrouping ? group : nil,
            isPart: true
        )
    }

    /// Returns the metadata of the request, and makes it if necessary.
    private func noted(_ id: SpanID) -> RequestIssue {
        if let issue { return issue }
        return group.shared.withLock { _ in
            if let issue = member.details?.issue { return issue }
            let issue = RequestIssue(id: id)
            if member.isPresent { member.addingDetails().issue = issue }
            return issue
        }
    }
}

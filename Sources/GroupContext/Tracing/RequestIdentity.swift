/// What is known of a request besides what is sent: who it is, and which trace it belongs to.
///
/// Adapters and observers of a pipeline get it. A client that builds its requests itself asks for ``current``:
///
/// ```swift
/// func request(_ path: String) -> URLRequest {
///     var request = URLRequest(url: baseURL.appendingPathComponent(path))
///     traceHeaders.add(to: &request, of: .current)
///     return request
/// }
/// ```
public struct RequestIdentity: Sendable, Identifiable {
    /// What tells the request from all others: the same for the observers of its group, its pipeline and its
    /// timeline, and the ID of its span.
    public let id: SpanID

    /// The trace that the group of the request belongs to; `nil` outside any group.
    public let traceID: TraceID?

    /// What tells its group from all others; `nil` outside any group.
    public let groupID: SpanID?

    /// The name of its group; `nil` outside any group.
    public let groupName: String?

    /// Whether somebody observes its group, so that its span may be recorded.
    public let isObserved: Bool

    /// What the app has named as the parent of its group, or of one around that.
    package let remoteParent: TraceParent?

    /// Where a parent of the request itself is noted.
    package let issue: RequestIssue

    /// Whether the request is a part of another, whose identity it has.
    package let isPart: Bool

    /// A request that is about to be issued in the group, or in none.
    package init(of issue: RequestIssue, in group: RequestGroup?, isPart: Bool = false) {
        let group = group?.isGrouping == true ? group : nil
        self.init(issue, id: issue.id ?? SpanID(), group: group, isPart: isPart)
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

    /// The request that is being handed to its client here and now, or whose asynchronous operation this is;
    /// `nil` if there is none.
    ///
    /// A client sees it in its own methods, as long as these have not returned, not in callbacks or on queues.
    public static var current: RequestIdentity? { HandedRequest.innermost?.identity }
}

extension RequestIdentity: CustomStringConvertible {
    /// The identifier and the group, such as `00f067aa0ba902b7 of home page`.
    public var description: String {
        "\(id)\(groupName.map { " of \($0.onOneLine)" } ?? "")"
    }
}

extension Membership {
    /// What is known of the request besides what is sent, for whoever is a part of it.
    package var identity: RequestIdentity {
        let id = id
        return RequestIdentity(
            noted(id),
            id: id,
            group: group.isGrouping ? group : nil,
            isPart: true
        )
    }

    /// Where a parent of the request is noted, until it has left.
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

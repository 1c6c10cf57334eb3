public import GroupContext

/// Whether a request is optional, its priority, and the actor that issues the request.
@usableFromInline
typealias IssueOptions = (isOptional: Bool, priority: RequestPriority?, isolation: (any Actor)?)

/// A request that could not start at once: its label, and its membership if the request has entered its group.
@usableFromInline
typealias DelayedIssue = (label: String, membership: Membership?)

extension RequestIntercepting {
    /// Starts a request at once, in or outside a group, unless the request has to be delayed or rejected.
    ///
    /// Debug builds report a request outside any group; release builds do not evaluate its label. The closure
    /// `start` calls the client before this method returns. The result is the request to pass to `delay`, or `nil`
    /// if the request was started.
    @inlinable @inline(__always)
    func startAtOnce(
        _ label: () -> String,
        _ options: IssueOptions,
        _ start: (InterceptedCall) -> Void
    ) -> DelayedIssue? {
        interceptionSettings.startAtOnce(label, options.isOptional, interceptedClient, start)
    }
}

extension InterceptionSettings {
    @usableFromInline
    @inline(never)
    func startAtOnce(
        _ label: () -> String,
        _ isOptional: Bool,
        _ client: ObjectIdentifier,
        _ start: (InterceptedCall) -> Void
    ) -> DelayedIssue? {
        guard let group = currentRequestGroup(isLimited: needsAdmission) else {
            #if DEBUG
            reportUngrouped(label)
            #endif
            start(InterceptedCall())
            return nil
        }
        let label = label()
        guard let entry = group.enterAtOnce(label, isOptional: isOptional, client: client) else {
            return (label, nil)
        }
        guard let stack = entry.stack else { return (label, entry.membership) }
        start(InterceptedCall(entry.membership))
        stack.pop(entry.membership)
        return nil
    }
}

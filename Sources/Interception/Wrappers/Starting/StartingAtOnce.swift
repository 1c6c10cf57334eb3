public import GroupContext

/// Whether a request is optional, its priority, and the actor that issues the request.
@usableFromInline
typealias IssueOptions = (isOptional: Bool, priority: RequestPriority?, isolation: (any Actor)?)

/// A request that could not start at once: its label, and its membership if the request has entered its group.
@usableFromInline
typealias DelayedIssue = (label: String, membership: Membership?)

/// The group that a request has to enter, and the label of the request.
@usableFromInline
typealias GroupToEnter = (group: RequestGroup, label: String)

extension RequestIntercepting {
    /// Returns the group for a request, or `nil` if the client gets the callbacks unchanged.
    ///
    /// Debug builds report a request outside any group; release builds do not evaluate its label.
    @inlinable @inline(__always)
    func groupToEnter(_ label: () -> String) -> GroupToEnter? {
        guard let group = currentRequestGroup(isLimited: interceptionSettings.needsAdmission) else {
            #if DEBUG
            reportUngrouped(label)
            #endif
            return nil
        }
        return (group, label())
    }
}

/// Starts a request at once, in or outside a group, unless the request has to be delayed or rejected.
///
/// The closure `start` calls the client before this function returns. The result is the request to pass to `delay`,
/// or `nil` if the request was started.
@usableFromInline
@inline(never)
func startAtOnce(
    in group: GroupToEnter?,
    isOptional: Bool,
    of client: ObjectIdentifier,
    _ start: (InterceptedCall) -> Void
) -> DelayedIssue? {
    guard let (group, label) = group else {
        start(InterceptedCall())
        return nil
    }
    guard let entry = group.enterAtOnce(label, isOptional: isOptional, client: client) else {
        return (label, nil)
    }
    guard let stack = entry.stack else { return (label, entry.membership) }
    start(InterceptedCall(entry.membership))
    stack.pop(entry.membership)
    return nil
}

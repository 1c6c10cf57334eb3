public import GroupContext

/// Whether a request is optional, its priority, and the actor that issues the request.
@usableFromInline
typealias IssueOptions = (isOptional: Bool, priority: RequestPriority?, isolation: (any Actor)?)

/// The group that a request has to enter, or the placeholder that forces the slow path; and the label of the request.
@usableFromInline
typealias GroupToEnter = (group: RequestGroup, label: String)

extension RequestIntercepting {
    /// Returns the group for a request, or `nil` if the client gets the callbacks unchanged.
    ///
    /// Debug builds report a request outside any group; release builds do not evaluate its label.
    @inlinable @inline(__always)
    func groupToEnter(_ label: () -> String) -> GroupToEnter? {
        let needsAdmission = interceptionSettings.needsAdmission
        guard let group = currentRequestGroup(needsAdmission: needsAdmission) else {
            #if DEBUG
            interceptionSettings.reportUngrouped(label)
            #endif
            return nil
        }
        return (group, label())
    }

    /// Starts a request at once, or passes the request to `delay`, which delays or rejects it.
    ///
    /// `perform` is evaluated only for `delay`, because its closure allocates.
    ///
    /// If `isOnMain` is `true`, a rejection is reported on the main queue. The value is `nil` if no callback reports a
    /// rejection.
    @inlinable @inline(__always)
    func issue(
        in group: GroupToEnter?,
        _ options: IssueOptions,
        isOnMain: Bool?,
        _ start: (InterceptedCall) -> Void,
        _ perform: @autoclosure () -> (IssueStep) -> Void
    ) {
        let (hasStarted, rejected) = startAtOnce(
            in: group,
            isOptional: options.isOptional,
            of: interceptedClient,
            start
        )
        guard !hasStarted, let group else { return }
        issueSlowly(group.label, rejected, options, isOnMain: isOnMain, perform())
    }
}

/// Starts a request at once, in or outside a group, unless the request has to be delayed or rejected.
///
/// The closure `start` calls the client before this function returns. The result `rejected` is the request that the
/// group has rejected, if any.
@usableFromInline
@inline(never)
func startAtOnce(
    in group: GroupToEnter?,
    isOptional: Bool,
    of client: ObjectIdentifier,
    _ start: (InterceptedCall) -> Void
) -> (hasStarted: Bool, rejected: GroupEntry?) {
    guard let (group, label) = group else {
        start(InterceptedCall())
        return (true, nil)
    }
    guard let entry = group.enterAtOnce(.text(label), isOptional: isOptional) else {
        return (false, nil)
    }
    if entry.rejection != nil { return (false, entry) }
    let stack = entry.membership.pushActiveCall(of: client)
    start(InterceptedCall(.entered(entry.membership)))
    stack.pop(entry.membership)
    return (true, nil)
}

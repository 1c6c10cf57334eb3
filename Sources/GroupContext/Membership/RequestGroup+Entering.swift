/// A request that has entered a group; `rejection` is the reason not to start the request.
package typealias GroupEntry = (membership: Membership, rejection: CancellationReason?)

extension RequestGroup {
    /// Enters a request by hand, for a client that fits no wrapper.
    ///
    /// Call this method before the client, on any thread, and keep the membership until the client has answered. A
    /// limit counts the request as in flight, but does not delay it.
    ///
    /// - Parameters:
    ///   - label: The label of the request in errors, progress and events. The label must not contain secrets.
    ///   - isOptional: Whether the group tolerates a failure of the request.
    /// - Returns: The membership. If this group has completed, the request joins the nearest enclosing group that
    ///   is open. The result is `nil` if no enclosing group is open.
    public func enter(_ label: String, isOptional: Bool = false) -> Membership? {
        guard let membership = admit(label, isOptional: isOptional)?.membership else { return nil }
        if let limiter = membership.group.limiter { membership.takePermitAtOnce(of: limiter) }
        return membership
    }

    /// Enters a request, and returns the reason if the request should not start.
    package func admit(
        _ label: String,
        isOptional: Bool,
        _ metadata: RequestMetadata? = nil
    ) -> GroupEntry? {
        admit { Membership(label, group: $0, isOptional: isOptional, metadata: metadata) }
    }

    /// Enters a request that already has its handle, and returns the reason if the request should not start.
    package func admit(
        _ label: @escaping RequestHandle.Label,
        isOptional: Bool,
        handle: RequestHandle,
        _ metadata: RequestMetadata? = nil
    ) -> GroupEntry? {
        admit { group in
            // Observers read the label in every event, so the label is made once here.
            guard metadata == nil, !group.isWatched else {
                return .init(label(), group: group, isOptional: isOptional, metadata: metadata)
            }
            return HandleMembership(label, group: group, isOptional: isOptional, handle: handle)
        }
    }

    private func admit(_ make: (RequestGroup) -> Membership) -> GroupEntry? {
        guard let membership = enterNearestOpen(make) else { return nil }
        membership.captureContext()
        return (membership, membership.checkStart())
    }

    /// Enters a request on the fast path; returns `nil` if the slow path is needed.
    package func enterAtOnce(_ label: String, isOptional: Bool) -> GroupEntry? {
        // During an active call, the request may be a subrequest, which needs the slow path.
        guard hasFastPath, ActiveCallStack.isEmptyHere(stackPointer) else { return nil }
        let permit = limiter?.acquireIfFree()
        if permit == nil, limiter != nil { return nil }
        let membership = Membership(label, group: self, isOptional: isOptional)
        if let permit { membership.member.attach(.permit(permit)) }
        if isObserved { membership.recordOrigin() }
        let entry = enterAtOnce(membership)
        // Other groups may wait for a permit of the limiter, so return the permit of a request that cannot start.
        if let permit, entry == nil || entry?.rejection != nil { permit.end() }
        return entry
    }

    /// Enters, on the fast path, a request that already has its handle; returns `nil` if the slow path is needed.
    package func enterAtOnce(
        _ label: @escaping RequestHandle.Label,
        isOptional: Bool,
        handle: RequestHandle
    ) -> GroupEntry? {
        // During an active call, the request may be a subrequest, which needs the slow path. Observers need the label.
        guard hasFastPath, limiter == nil, !isWatched, ActiveCallStack.isEmptyHere(stackPointer),
            CurrentContext.value.operation == nil
        else { return nil }
        let membership = HandleMembership(
            label,
            group: self,
            isOptional: isOptional,
            handle: handle
        )
        return enterAtOnce(membership)
    }

    @inline(__always)
    private func enterAtOnce(_ membership: Membership) -> GroupEntry? {
        let (isIn, cancellation, hasObservers) = shared.withLock {
            ($0.state.enterAtOnce(membership), $0.state.cancellation, $0.state.hasObservers)
        }
        guard isIn else { return nil }
        if hasObservers { deliver() }
        // An observer may have cancelled the group when the request entered, so ask whether the request may start.
        return (membership, cancellation ?? (hasObservers ? membership.checkStart() : nil))
    }

    /// Holds the group open, for a captured closure or a nested group.
    package func hold(_ label: String) -> Membership? {
        enterNearestOpen { Membership(label, group: $0, kind: .hold) }
    }

    /// Holds the group open on behalf of a request, without an entry in ``outstanding``.
    package func holdHidden(
        _ label: String = "",
        _ metadata: RequestMetadata? = nil
    ) -> Membership? {
        enterNearestOpen { Membership(label, group: $0, kind: .hiddenHold, metadata: metadata) }
    }

    private func enterNearestOpen(_ make: (RequestGroup) -> Membership) -> Membership? {
        var next: RequestGroup? = self
        while let group = next {
            let membership = make(group)
            if group.isObserved { membership.recordOrigin() }
            // If this group has completed, only this group reports the request as late; the enclosing groups do not.
            let isIssuedHere = group === self
            let isIn = group.update {
                $0.enter(membership, reportsLate: isIssuedHere, effects: &$1)
            }
            if isIn { return membership }
            // The group has completed, so try the enclosing group next.
            next = group.parent
            #if DEBUG
            if isIssuedHere { reportLate(membership) }
            #endif
        }
        return nil
    }

    #if DEBUG
    private func reportLate(_ membership: Membership) {
        // A late request of a cancelled group is no mistake: tasks of the group may still issue requests for a while.
        guard membership.isRequest, planStep == nil, !isCancelled else { return }
        DebugConsole.report(.lateRequest(label: membership.label), groupName: name)
    }
    #endif
}

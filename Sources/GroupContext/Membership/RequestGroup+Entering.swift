/// A request that has entered a group, and the reason not to start the request, if any.
@usableFromInline
package typealias GroupEntry = (membership: Membership, rejection: CancellationReason?)

extension RequestGroup {
    /// Enters a request by hand, for a client that fits no wrapper.
    ///
    /// Call this method before you call the client, on any thread, and keep the membership until the client has
    /// answered. A limit counts the request as in flight, but does not delay the request.
    ///
    /// - Parameters:
    ///   - label: The label of the request in errors, progress and events. The label must not contain secrets.
    ///   - isOptional: Whether the group tolerates a failure of the request.
    /// - Returns: The membership. If this group has completed, the request joins the nearest enclosing group that
    ///   is open. The result is `nil` if no enclosing group is open.
    public func enter(_ label: String, isOptional: Bool = false) -> Membership? {
        guard let membership = admit(.text(label), isOptional: isOptional)?.membership
        else { return nil }
        if let limiter = membership.group.limiter { membership.takePermitAtOnce(of: limiter) }
        return membership
    }

    /// Enters a request on the slow path; also returns the reason not to start the request, if any.
    package func admit(
        _ label: RequestLabel,
        isOptional: Bool,
        _ metadata: RequestMetadata? = nil
    ) -> GroupEntry? {
        let membership = enterNearestOpen {
            Membership(label, group: $0, isOptional: isOptional, metadata: metadata)
        }
        guard let membership else { return nil }
        membership.captureContext()
        return (membership, membership.checkStart())
    }

    /// Enters a request on the fast path; returns `nil` if the slow path is needed.
    package func enterAtOnce(_ label: RequestLabel, isOptional: Bool) -> GroupEntry? {
        // During an active call, the request may be a subrequest, which needs the slow path.
        guard hasFastPath, ActiveCallStack.isEmptyHere(stackPointer) else { return nil }
        let permit = limiter?.acquireIfFree()
        if permit == nil, limiter != nil { return nil }
        let membership = Membership(label, group: self, isOptional: isOptional)
        if let permit { membership.member.attach(.permit(permit)) }
        if isObserved { membership.recordIssuerAndTime() }
        let (isIn, cancellation, hasObservers) = shared.withLock {
            ($0.enterAtOnce(membership), $0.cancellation, $0.hasObservers)
        }
        // Other requests may wait for a permit of the limiter, so free the permit of a request that cannot start.
        guard isIn else {
            permit?.end()
            return nil
        }
        if hasObservers { notifyObservers() }
        // Check again with observers, because an observer may have cancelled the group when the request entered.
        let rejection = cancellation ?? (hasObservers ? membership.checkStart() : nil)
        if rejection != nil { permit?.end() }
        return (membership, rejection)
    }

    /// Holds the group open, for a captured closure or a nested group.
    ///
    /// A hidden hold keeps the group open for a request or a body, and is not listed in ``outstanding``.
    package func hold(
        _ label: String = "",
        isHidden: Bool = false,
        _ metadata: RequestMetadata? = nil
    ) -> Membership? {
        let kind = isHidden ? MemberState.Kind.hiddenHold : .hold
        return enterNearestOpen {
            Membership(.text(label), group: $0, kind: kind, metadata: metadata)
        }
    }

    private func enterNearestOpen(_ make: (RequestGroup) -> Membership) -> Membership? {
        var next: RequestGroup? = self
        while let group = next {
            let membership = make(group)
            if group.isObserved { membership.recordIssuerAndTime() }
            // If this group has completed, only this group reports the request as late; the enclosing groups do not.
            let isIssuedHere = group === self
            let isIn = group.update {
                $0.enter(membership, reportsLate: isIssuedHere, effects: &$1)
            }
            if isIn { return membership }
            // The group has completed, so try the enclosing group next.
            next = group.outer
            #if DEBUG
            // A late request of a cancelled group is not a mistake: tasks of the group may still issue requests.
            if isIssuedHere, membership.isRequest, planStep == nil, !isCancelled {
                DebugConsole.report(.lateRequest(label: membership.label), groupName: name)
            }
            #endif
        }
        return nil
    }
}

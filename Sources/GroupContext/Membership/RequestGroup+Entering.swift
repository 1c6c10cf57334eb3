// How requests enter a group, and how holds keep it open.
extension RequestGroup {
    /// Enters a request by hand, for a client that fits no wrapper.
    ///
    /// Call this method before the client, on any thread, and keep the membership until the client has
    /// answered. A limit does not delay the request, but counts it.
    ///
    /// - Parameters:
    ///   - label: The label of the request in errors, progress and events, without anything secret.
    ///   - isOptional: Whether the group tolerates a failure of the request.
    /// - Returns: The membership, in the nearest enclosing group that is open if this one has completed;
    ///   `nil` if all have.
    public func enter(_ label: String, isOptional: Bool = false) -> Membership? {
        guard let membership = admit(label, isOptional: isOptional)?.membership else { return nil }
        if let limiter = membership.group.limiter { membership.takePermitAtOnce(of: limiter) }
        return membership
    }

    /// Enters a request, and returns the reason if it should not start.
    package func admit(
        _ label: String,
        isOptional: Bool,
        _ issue: RequestIssue? = nil
    ) -> (membership: Membership, refusal: GroupCancellation?)? {
        let entry = place {
            Membership.make(label, $0, kind: .request, isOptional: isOptional, issue)
        }
        entry?.membership.noteContext()
        return entry
    }

    /// Enters a request that already has its handle, and returns the reason if it should not start.
    package func admit(
        _ label: @escaping RequestHandle.Label,
        isOptional: Bool,
        handle: RequestHandle,
        _ issue: RequestIssue? = nil
    ) -> (membership: Membership, refusal: GroupCancellation?)? {
        let entry = place { group in
            // Observers read the label in every event, so it is made once here.
            guard issue == nil, !group.isObserved else {
                return .make(label(), group, kind: .request, isOptional: isOptional, issue)
            }
            return HandleMembership(label, group: group, isOptional: isOptional, handle: handle)
        }
        entry?.membership.noteContext()
        return entry
    }

    /// Enters a request on the fast path, and pushes it as the active call; returns `nil` if the slow path is
    /// needed.
    @usableFromInline
    @inline(never)
    package func enterAtOnce(
        _ label: String,
        isOptional: Bool,
        client: ObjectIdentifier
    ) -> (membership: Membership, stack: HandedStack)? {
        guard startsRequests else { return nil }
        let stack = HandedStack.here(stackKey)
        // In an active call, the request may be a subrequest.
        guard stack.isEmpty else { return nil }
        let permit = limiter?.acquireIfFree()
        if permit == nil, limiter != nil { return nil }
        let membership = Membership(label, group: self, isOptional: isOptional)
        if let permit { membership.member.add(permit) }
        if isObserved { membership.noteOrigin() }
        let (isIn, isWaiting) = shared.withLock {
            ($0.state.enterAtOnce(membership), $0.state.hasDeliveries)
        }
        if isWaiting { deliver() }
        guard isIn else {
            permit?.end()
            return nil
        }
        stack.push(.request(client: client, .passUnretained(membership)))
        return (membership, stack)
    }

    /// Holds the group open, for a captured closure or a nested group.
    package func hold(_ label: String) -> Membership? {
        place { .make(label, $0, kind: .hold, isOptional: false) }?.membership
    }

    /// Holds the group open without being listed, on behalf of a request of the group.
    package func keepOpen(_ issue: RequestIssue? = nil) -> Membership? {
        place { .make("", $0, kind: .keep, isOptional: false, issue) }?.membership
    }

    /// Enters a new member into the nearest group that is open.
    private func place(
        _ make: (RequestGroup) -> Membership
    ) -> (membership: Membership, refusal: GroupCancellation?)? {
        var next: RequestGroup? = self
        while let group = next {
            let membership = make(group)
            if group.isObserved { membership.noteOrigin() }
            // Only the group of the call site reports a late request.
            let isIssuedHere = group === self
            switch group.update({ $0.enter(membership, tellsLate: isIssuedHere, effects: &$1) }) {
            // The nearest enclosing group that is open waits for it.
            case .late:
                next = group.parent
                #if DEBUG
                if isIssuedHere { reportLate(membership) }
                #endif
            case .entered: return (membership, nil)
            case .refused(let cancellation): return (membership, cancellation)
            }
        }
        return nil
    }

    #if DEBUG
    private func reportLate(_ membership: Membership) {
        // A task of a cancelled group may still issue requests for a while.
        guard membership.isRequest, interceptions == nil, !isCancelled else { return }
        DebugConsole.report(.lateRequest(label: membership.label), groupName: name)
    }
    #endif
}

extension Membership {
    /// Makes a membership, with the metadata of the request if it has any.
    fileprivate static func make(
        _ label: String,
        _ group: RequestGroup,
        kind: Member.Kind,
        isOptional: Bool,
        _ issue: RequestIssue? = nil
    ) -> Membership {
        guard let issue else {
            return Membership(label, group: group, kind: kind, isOptional: isOptional)
        }
        return IssuedMembership(
            label,
            group: group,
            kind: kind,
            isOptional: isOptional,
            issue: issue
        )
    }
}

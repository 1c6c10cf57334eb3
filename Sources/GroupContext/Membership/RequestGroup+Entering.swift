// The ways into a group: for requests, and for what only holds it open.
extension RequestGroup {
    /// Enters a request by hand, for a client that fits no wrapper.
    ///
    /// Enter before you call the client, and keep the membership until it has answered. A limit
    /// does not hold up a request that is entered by hand: it counts, and starts.
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; put nothing secret
    ///     into it.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    /// - Returns: the membership, in the nearest group around this one if this one has completed already;
    ///   `nil` if all have.
    public func enter(_ label: String, isOptional: Bool = false) -> Membership? {
        guard let membership = admit(label, isOptional: isOptional)?.membership else { return nil }
        if let limiter = membership.group.limiter { membership.takePermitAtOnce(of: limiter) }
        return membership
    }

    /// Enters a request, and tells why it should not start if it should not.
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

    /// Enters a request that has its handle already, and tells why it should not start if it should not.
    package func admit(
        _ label: @escaping RequestHandle.Label,
        isOptional: Bool,
        handle: RequestHandle,
        _ issue: RequestIssue? = nil
    ) -> (membership: Membership, refusal: GroupCancellation?)? {
        let entry = place { group in
            // Observers ask for the label again and again.
            guard issue == nil, !group.isObserved else {
                return .make(label(), group, kind: .request, isOptional: isOptional, issue)
            }
            return HandleMembership(label, group: group, isOptional: isOptional, handle: handle)
        }
        entry?.membership.noteContext()
        return entry
    }

    /// Enters a request that nothing keeps from starting, and which goes to its client at once; if anything
    /// may, nothing happens.
    ///
    /// - Returns: the membership, and the stack that is to be popped when the client has returned.
    @usableFromInline
    @inline(never)
    package func enterAtOnce(
        _ label: String,
        isOptional: Bool,
        client: ObjectIdentifier
    ) -> (membership: Membership, stack: HandedStack)? {
        guard isUnlimited else { return nil }
        let membership = Membership(label, group: self, isOptional: isOptional)
        let stack = HandedStack.here(stackKey)
        // It may be a part of what is being handed over.
        guard stack.isEmpty else { return nil }
        if isObserved { membership.noteOrigin() }
        let (isIn, isWaiting) = shared.withLock {
            ($0.state.enterAtOnce(membership), $0.state.hasDeliveries)
        }
        if isWaiting { deliver() }
        guard isIn else { return nil }
        stack.push(.request(client: client, .passUnretained(membership)))
        return (membership, stack)
    }

    /// Holds the group open, for a captured closure or a nested group.
    package func hold(_ label: String) -> Membership? {
        place { .make(label, $0, kind: .hold, isOptional: false) }?.membership
    }

    /// Keeps the group open without being seen, for whoever passes answers of requests on.
    package func keepOpen(_ issue: RequestIssue? = nil) -> Membership? {
        place { .make("", $0, kind: .keep, isOptional: false, issue) }?.membership
    }

    /// Enters what is made for the nearest group that is open.
    private func place(
        _ make: (RequestGroup) -> Membership
    ) -> (membership: Membership, refusal: GroupCancellation?)? {
        var next: RequestGroup? = self
        while let group = next {
            let membership = make(group)
            if group.isObserved { membership.noteOrigin() }
            // Only the group in which it was issued tells of a late one.
            let isIssuedHere = group === self
            switch group.update({ $0.enter(membership, tellsLate: isIssuedHere, effects: &$1) }) {
            // The nearest group around that is still open waits for it.
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
        // A task of a cancelled group may go on for a while.
        guard membership.isRequest, interceptions == nil, !isCancelled else { return }
        DebugConsole.report(.lateRequest(label: membership.label), groupName: name)
    }
    #endif
}

extension Membership {
    /// Makes the membership of somebody of whom more may be known than of most.
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

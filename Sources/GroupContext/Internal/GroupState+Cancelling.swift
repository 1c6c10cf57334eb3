// How a request is cancelled, refused, and given up at the deadline.
extension GroupState {
    /// Notes what has to be given back when the request leaves.
    ///
    /// Returns whether it has left already, so that the caller gives it back itself.
    func attach(_ permit: LimiterPermit, to membership: Membership) -> Bool {
        guard membership.member.isPresent else { return true }
        membership.member.addingDetails().permits.append(permit)
        return false
    }

    /// Adds an action to be run for the request.
    ///
    /// Returns the cancellation for which the caller runs the action at once, if its occasion is past.
    func add(_ action: MemberAction, to membership: Membership) -> GroupCancellation? {
        guard membership.member.isPresent else { return expiry(of: membership) }
        if action.occasion != .deadline, action.occasion != .resuming {
            if let cancellation { return told(membership, cancellation) }
            if wasCancelledAlone(membership) { return .requested }
        }
        let details = membership.member.addingDetails()
        if action.occasion == .cancelling, !details.isCancelledAlone, let whole = details.whole,
            whole.member.isPresent
        {
            let part = MemberAction(occasion: .cancellingParts, run: action.run)
            whole.member.addingDetails().actions.append(part)
        } else {
            details.actions.append(action)
        }
        return nil
    }

    /// The user cancels the request alone: what it ends is an echo, as if the group had cancelled it.
    func cancelAlone(_ membership: Membership, effects: inout Effects) {
        guard membership.member.isPresent else { return }
        membership.member.cancel()
        takeCancelActions(of: membership, .requested, effects: &effects)
    }

    /// Adds to the effects what cancels a member: each of its actions, once, and the group that it stands for.
    func takeCancelActions(
        of membership: Membership,
        _ cancellation: GroupCancellation,
        effects: inout Effects
    ) {
        let own = membership.takeCancelAction(in: membership.group)
        guard let details = membership.member.details else {
            if let own { effects.append(.cancel(own, cancellation)) }
            return
        }
        details.takeCancelActions(with: own, cancellation, effects: &effects)
        // The effect keeps the group: this may be its last reference, which must not be released under the
        // lock.
        if let nested = details.nested {
            effects.append(.cancelGroup(nested, cancellation.ofNestedGroups))
        }
    }

    /// What was to cancel the request is gone.
    ///
    /// Returns whether that matters: whether the request has no answer yet.
    mutating func noteLostHandle(of membership: Membership) -> Bool {
        switch membership.member.stay {
        case .waiting, .cancelled, .overdue: note(.lostHandle, membership)
        case .outside, .answered, .answeredCancelled: return false
        }
        return true
    }

    /// Notes the group that the member stands for.
    ///
    /// Returns the cancellation for which the caller cancels it at once, if there is one.
    mutating func nest(_ nested: RequestGroup, in membership: Membership) -> GroupCancellation? {
        isUsed = true
        guard membership.member.isPresent else { return expiry(of: membership)?.ofNestedGroups }
        membership.member.addingDetails().nested = nested
        return cancellation.map { told(membership, $0).ofNestedGroups }
    }

    /// The request is about to start.
    ///
    /// Returns why it must not, if it must not, and otherwise what has kept it from starting, which is
    /// obsolete now and released after unlocking.
    func start(
        _ membership: Membership
    ) -> (cancellation: GroupCancellation?, obsolete: [CancelAction]) {
        guard membership.member.isPresent else {
            return (expiry(of: membership) ?? cancellation ?? .requested, [])
        }
        if membership.member.wasCancelled { return (cancellation ?? .requested, []) }
        return (nil, membership.member.details?.takeRejections() ?? [])
    }

    /// Whether the user has cancelled the request alone, or the request that it is a part of.
    private func wasCancelledAlone(_ membership: Membership) -> Bool {
        if membership.member.wasCancelled { return true }
        guard let details = membership.member.details, !details.isCancelledAlone,
            let whole = details.whole
        else { return false }
        return whole.member.isPresent && whole.member.wasCancelled
    }

    /// Marks a request as cancelled that says how only now, and returns why it is.
    private func told(
        _ membership: Membership,
        _ cancellation: GroupCancellation
    ) -> GroupCancellation {
        membership.member.cancel()
        return cancellation
    }

    /// Returns the deadline for a request that has missed it before it could say how it is cancelled.
    private func expiry(of membership: Membership) -> GroupCancellation? {
        membership.member.stay == .overdue ? .deadline : nil
    }
}

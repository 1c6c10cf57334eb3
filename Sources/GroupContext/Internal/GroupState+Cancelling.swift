// What a member has to say about its being limited and cancelled: before its start, while it is in
// flight, and at the deadline.
extension GroupState {
    /// Notes what has to be given back when the request leaves.
    ///
    /// Returns whether it has left already, so that the caller gives it back itself.
    func attach(_ permit: LimiterPermit, to membership: Membership) -> Bool {
        guard membership.member.isPresent else { return true }
        membership.member.addingDetails().permits.append(permit)
        return false
    }

    /// Adds an action for when the request is cancelled.
    ///
    /// Returns the cancellation for which the caller runs the action at once, if the group is
    /// cancelled already.
    func addCancelAction(
        _ action: @escaping CancelAction,
        to membership: Membership,
        asPart: Bool = false
    ) -> GroupCancellation? {
        guard membership.member.isPresent else { return expiry(of: membership) }
        if let cancellation { return told(membership, cancellation) }
        if let whole = membership.member.details?.whole, whole.member.isPresent {
            whole.member.addingDetails().partActions.append(action)
        } else if asPart {
            membership.member.addingDetails().partActions.append(action)
        } else {
            membership.member.addingDetails().cancelActions.append(action)
        }
        return nil
    }

    /// The user cancels the request alone: what it ends is an echo, as if the group had cancelled it.
    func cancelAlone(_ membership: Membership, effects: inout Effects) {
        guard membership.member.isPresent else { return }
        if !membership.member.isAnswered { membership.member.wasCancelled = true }
        guard let details = membership.member.details else { return }
        takeCancelActions(of: details, .requested, effects: &effects)
    }

    /// Leaves to be done what cancels a member: each action once, and the group that it stands for.
    func takeCancelActions(
        of details: MemberDetails,
        _ cancellation: GroupCancellation,
        effects: inout Effects
    ) {
        let (actions, others) = details.takeCancelActions()
        for action in actions { effects.append(.cancel(action, cancellation)) }
        if !others.isEmpty { effects.append(.release(others)) }
        // Kept by the effect in any case: its last reference must not be released under the lock.
        if let nested = details.nested {
            effects.append(.cancelGroup(nested, cancellation.ofNestedGroups))
        }
    }

    /// What was to cancel the request is gone.
    ///
    /// Returns whether that matters: whether the request has no answer yet.
    func noteLostHandle(of membership: Membership, effects: inout Effects) -> Bool {
        let member = membership.member
        guard member.isPresent ? !member.isAnswered : member.isOverdue else { return false }
        note(.lostHandle, membership, in: &effects)
        return true
    }

    /// Notes the group that the member stands for.
    ///
    /// Returns the cancellation for which the caller cancels it at once, if there is one.
    func nest(_ nested: RequestGroup, in membership: Membership) -> GroupCancellation? {
        guard membership.member.isPresent else { return expiry(of: membership)?.ofNestedGroups }
        membership.member.addingDetails().nested = nested
        return cancellation.map { told(membership, $0).ofNestedGroups }
    }

    /// Adds an action for when the deadline passes, whether or not the group was cancelled before.
    ///
    /// Returns the cancellation for which the caller runs the action at once, if it has passed.
    func addExpiryAction(
        _ action: @escaping CancelAction,
        to membership: Membership
    ) -> GroupCancellation? {
        guard membership.member.isPresent else { return expiry(of: membership) }
        membership.member.addingDetails().expiryActions.append(action)
        return nil
    }

    /// Notes what keeps the request from starting, as long as it has not started.
    ///
    /// Returns the cancellation for which the caller refuses at once, if the group is cancelled.
    func setRefusal(
        _ refusal: @escaping CancelAction,
        of membership: Membership
    ) -> GroupCancellation? {
        guard membership.member.isPresent else { return expiry(of: membership) }
        if let cancellation { return told(membership, cancellation) }
        membership.member.addingDetails().refusal = refusal
        return nil
    }

    /// The request is about to start.
    ///
    /// Returns why it must not, if it must not, and otherwise its refusal, which is obsolete now
    /// and released after unlocking.
    func start(
        _ membership: Membership
    ) -> (cancellation: GroupCancellation?, obsolete: CancelAction?) {
        guard membership.member.isPresent else {
            return (expiry(of: membership) ?? cancellation ?? .requested, nil)
        }
        if membership.member.wasCancelled { return (cancellation ?? .requested, nil) }
        defer { membership.member.details?.refusal = nil }
        return (nil, membership.member.details?.refusal)
    }

    /// The cancellation, which a request hears of that said too late how it is cancelled.
    private func told(
        _ membership: Membership,
        _ cancellation: GroupCancellation
    ) -> GroupCancellation {
        if !membership.member.isAnswered { membership.member.wasCancelled = true }
        return cancellation
    }

    /// The deadline, for who was timed out before it could say how it is cancelled.
    private func expiry(of membership: Membership) -> GroupCancellation? {
        membership.member.isOverdue ? .deadline : nil
    }
}

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
        to membership: Membership
    ) -> GroupCancellation? {
        guard membership.member.isPresent else { return expiry(of: membership) }
        if let cancellation { return told(membership, cancellation) }
        membership.member.addingDetails().cancelActions.append(action)
        return nil
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

// What a member has to say about its being cancelled: before its start, while it is in flight, and
// at the deadline.
extension GroupState {
    /// Adds an action for when the request is cancelled.
    ///
    /// Returns the cancellation for which the caller runs the action at once, if the group is
    /// cancelled already.
    mutating func addCancelAction(
        _ action: @escaping CancelAction,
        to ticket: Ticket
    ) -> GroupCancellation? {
        guard members.contains(ticket) else { return expiry(of: ticket) }
        if let cancellation {
            members[ticket]?.wasCancelled = true
            return cancellation
        }
        members[ticket]?.cancelActions.append(action)
        return nil
    }

    /// Adds an action for when the deadline passes, whether or not the group was cancelled before.
    ///
    /// Returns the cancellation for which the caller runs the action at once, if it has passed.
    mutating func addExpiryAction(
        _ action: @escaping CancelAction,
        to ticket: Ticket
    ) -> GroupCancellation? {
        guard members.contains(ticket) else { return expiry(of: ticket) }
        members[ticket]?.expiryActions.append(action)
        return nil
    }

    /// Notes what keeps the request from starting, as long as it has not started.
    ///
    /// Returns the cancellation for which the caller refuses at once, if the group is cancelled.
    mutating func setRefusal(
        _ refusal: @escaping CancelAction,
        of ticket: Ticket
    ) -> GroupCancellation? {
        guard members.contains(ticket) else { return expiry(of: ticket) }
        if let cancellation { return cancellation }
        members[ticket]?.refusal = refusal
        return nil
    }

    /// The request is about to start.
    ///
    /// Returns why it must not, if it must not, and otherwise its refusal, which is obsolete now
    /// and released after unlocking.
    mutating func start(
        _ ticket: Ticket
    ) -> (cancellation: GroupCancellation?, obsolete: CancelAction?) {
        guard let member = members[ticket] else {
            return (expiry(of: ticket) ?? cancellation ?? .requested, nil)
        }
        if member.wasCancelled { return (cancellation ?? .requested, nil) }
        members[ticket]?.refusal = nil
        return (nil, member.refusal)
    }

    /// What cancels this request alone, as far as it has not been cancelled yet.
    mutating func takeCancelActions(of ticket: Ticket) -> [CancelAction] {
        guard members.contains(ticket) else { return [] }
        return members[ticket]?.takeCancelActions() ?? []
    }

    /// The deadline, for who was timed out before it could say how it is cancelled.
    private func expiry(of ticket: Ticket) -> GroupCancellation? {
        unanswered.contains(ticket.order) ? .deadline : nil
    }
}

// How a request is cancelled or rejected, and which actions cancel it.
extension GroupState {
    /// Attaches a permit, to be returned when the request leaves, and returns whether the request has left
    /// already.
    func attach(_ permit: LimiterPermit, to membership: Membership) -> Bool {
        guard membership.member.isPresent else { return true }
        membership.member.add(permit)
        return false
    }

    /// Adds an action for the request, and returns the cancellation reason if the caller has to run it at
    /// once.
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

    /// Cancels the request alone, so that its failure counts as a consequence of cancelling.
    func cancelAlone(_ membership: Membership, effects: inout Effects) {
        guard membership.member.isPresent else { return }
        membership.member.cancel()
        takeCancelActions(of: membership, .requested, effects: &effects)
    }

    /// Adds the cancel handlers of a member, and the cancelling of its nested group, to the effects.
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
        // The effect retains the group, because releasing the last reference under the lock would deadlock.
        if let nested = details.nested {
            effects.append(.cancelGroup(nested, cancellation.ofNestedGroups))
        }
    }

    /// Notes that the handle of a request was released, and returns whether the request has no answer yet.
    mutating func noteLostHandle(of membership: Membership) -> Bool {
        switch membership.member.stay {
        case .waiting, .cancelled, .overdue: note(.lostHandle, membership)
        case .outside, .answered, .answeredCancelled: return false
        }
        return true
    }

    /// Attaches the member's nested group, and returns the reason if the caller has to cancel that group at
    /// once.
    mutating func nest(_ nested: RequestGroup, in membership: Membership) -> GroupCancellation? {
        isUsed = true
        guard membership.member.isPresent else { return expiry(of: membership)?.ofNestedGroups }
        membership.member.addingDetails().nested = nested
        return cancellation.map { told(membership, $0).ofNestedGroups }
    }

    /// Prepares the start of the request.
    ///
    /// - Returns: The reason for which the request must not start; or else the rejections of its delayed
    ///   start, which are obsolete. Release them after unlocking: a deinit may run user code.
    func start(
        _ membership: Membership
    ) -> (cancellation: GroupCancellation?, obsolete: [CancelAction]) {
        guard membership.member.isPresent else {
            return (expiry(of: membership) ?? cancellation ?? .requested, [])
        }
        if membership.member.wasCancelled { return (cancellation ?? .requested, []) }
        return (nil, membership.member.details?.takeRejections() ?? [])
    }

    /// Returns whether the user has cancelled the request alone, or the request of which it is a subrequest.
    private func wasCancelledAlone(_ membership: Membership) -> Bool {
        if membership.member.wasCancelled { return true }
        guard let details = membership.member.details, !details.isCancelledAlone,
            let whole = details.whole
        else { return false }
        return whole.member.isPresent && whole.member.wasCancelled
    }

    /// Marks a request as cancelled that adds its cancel handler only now, and returns the reason.
    private func told(
        _ membership: Membership,
        _ cancellation: GroupCancellation
    ) -> GroupCancellation {
        membership.member.cancel()
        return cancellation
    }

    /// Returns the deadline as the reason if the request has missed it; otherwise `nil`.
    private func expiry(of membership: Membership) -> GroupCancellation? {
        membership.member.stay == .overdue ? .deadline : nil
    }
}

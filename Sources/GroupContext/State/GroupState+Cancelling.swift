// The transitions of a group that concern permits, cancel handlers and handles.
extension GroupState {
    /// Attaches the first permit that the request waits for, or returns the reason not to start the request.
    mutating func delay(_ membership: Membership, for permit: Permit) -> CancellationReason? {
        if let reason = checkStart(of: membership) { return reason }
        membership.member.attach(.permit(permit))
        notify(.waiting, membership)
        return nil
    }

    /// Ends the delay of a request that starts, and returns the delayed start; `nil` if there is no delay.
    ///
    /// The caller releases the delayed start after unlocking.
    mutating func startDelayed(_ membership: Membership) -> (any PermitWaiter)? {
        let delayed = membership.member.takeDelayed()
        if delayed != nil { notify(.started, membership) }
        return delayed
    }

    /// Adds an attachment, such as a cancel handler or a permit that is freed when the request leaves.
    ///
    /// Returns the cancellation reason if the caller has to run the handler, or to free the permit, at once.
    mutating func add(_ attachment: Attachment, to membership: Membership) -> CancellationReason? {
        guard membership.member.isPresent else {
            if case .permit = attachment { return .requested }
            return membership.member.presence == .overdue ? .deadline : nil
        }
        switch attachment {
        case .deadline, .caller, .permit: break
        case .nested:
            mayBeEmpty = true
            // Attach the nested group even if this group is cancelled: the deadline cancels the nested group again.
            membership.member.attach(attachment)
            return cancelWithGroup(membership)
        case .cancelling, .cancellingSubrequests, .cancellingOperation:
            if let reason = cancelWithGroup(membership) { return reason }
        }
        if case .cancelling(let run) = attachment,
            let outerRequest = cancellingRequest(of: membership)
        {
            outerRequest.member.attach(
                .cancellingSubrequests { [weak membership] reason in
                    // At the deadline, the subrequest has been removed before this handler runs.
                    if let membership, membership.isPresent || membership.isOverdue { run(reason) }
                }
            )
        } else {
            membership.member.attach(attachment)
        }
        return nil
    }

    /// Cancels the request, but not its group; a later failure of the request is a consequence of cancelling.
    func cancelAlone(_ membership: Membership, effects: inout Effects) {
        guard membership.member.isPresent else { return }
        membership.member.cancel()
        appendCancelEffects(of: membership, .requested, effects: &effects)
    }

    /// Appends the effects of cancelling a member: its rejection if delayed, its cancel handlers, its nested group.
    func appendCancelEffects(
        of membership: Membership,
        _ cancellation: CancellationReason,
        effects: inout Effects
    ) {
        if let request = membership.member.takeDelayed() {
            effects.append(.reject(request, cancellation))
        }
        let handler: Void? = membership.member.firstInAttachments { $0.isCancelHandler ? () : nil }
        membership.member.keepAttachments {
            $0.cancel(cancellation, hasCancelHandler: handler != nil, effects: &effects)
        }
    }

    /// If the request has no answer yet, reports that its handle was released, and returns `true`.
    mutating func notifyOfLostHandle(of membership: Membership) -> Bool {
        let isUnanswered = [.unanswered, .cancelled, .overdue].contains(membership.member.presence)
        if isUnanswered { notify(.lostHandle, membership) }
        return isUnanswered
    }

    /// Returns the reason not to start the request; `nil` if the request may start.
    func checkStart(of membership: Membership) -> CancellationReason? {
        guard membership.member.isPresent else {
            return membership.member.presence == .overdue ? .deadline : cancellation ?? .requested
        }
        return cancelWithGroup(membership)
    }

    /// Marks a request of a cancelled group as cancelled, and returns the reason for which the request was cancelled.
    ///
    /// The result is `nil` if neither the group nor the request alone was cancelled.
    private func cancelWithGroup(_ membership: Membership) -> CancellationReason? {
        if cancellation != nil { membership.member.cancel() }
        // The request, or its outer request, may have been cancelled alone.
        let wasCancelledAlone =
            membership.member.wasCancelled
            || cancellingRequest(of: membership)?.member.wasCancelled == true
        return cancellation ?? (wasCancelledAlone ? .requested : nil)
    }

    /// Returns the outer request that holds the cancel handlers of a subrequest.
    ///
    /// The result is `nil` for a request that is not a subrequest, if the outer request has left, or if the subrequest
    /// keeps its handlers (`keepsCancelHandlers`).
    private func cancellingRequest(of membership: Membership) -> Membership? {
        guard let details = membership.member.details, !details.keepsCancelHandlers,
            details.outerRequest?.member.isPresent == true
        else { return nil }
        return details.outerRequest
    }
}

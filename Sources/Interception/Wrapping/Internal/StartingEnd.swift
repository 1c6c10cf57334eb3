import GroupContext

/// Whoever may start a request; it never enters if this goes before.
protocol StartingEnd: AnyObject, Sendable {
    var request: PreparedRequest { get }
    var settings: InterceptionSettings { get }
    /// Tells the client to start.
    func begin()
    /// What the request is cancelled by, if a group needs nothing more to cancel it.
    var handleToCancel: RequestHandle? { get }
    /// Lets the group cancel the request, if that needs more.
    func register(_ call: InterceptedCall)
}

extension StartingEnd {
    /// Starts the request, the first time in its group; passes on what comes after that.
    func startOrPassOn() {
        switch request.noteStart() {
        case .first: startInGroup()
        case .tooEarly: break
        case .further: begin()
        }
    }

    /// Enters the group, whatever its limits; whoever has what was created starts it, unseen.
    ///
    /// - Returns: whether it may be started, or `nil` if it was before.
    func enterAtOnce() -> Bool? {
        guard case .first = request.noteStart() else { return nil }
        defer { _ = request.noteBeginning() }
        guard let admission = enter() else { return true }
        admission.startDespiteLimits()
        return admission.refusal == nil
    }

    /// Enters the group, which can cancel the request from then on.
    ///
    /// In a cancelled group this cancels at once, and the client reports it as it always does.
    private func enter() -> Admission? {
        guard let admission = request.enter({ handleToCancel }) else { return nil }
        let membership = admission.membership
        if !membership.isCancelledByHandle {
            register(InterceptedCall(membership))
        } else if admission.refusal != nil {
            membership.cancelRefused()
        }
        return admission
    }

    private func startInGroup() {
        guard let admission = enter() else { return startNow() }
        if admission.refusal != nil { return }
        if admission.isImmediate { return admission.hand(startNow) }
        DeferredStart(
            admission,
            place: StartingPlace(queue: settings.queue, isolation: nil),
            start: { admission.hand(self.startNow) },
            // Cancelling the handle is all that it takes.
            refuse: { _ in }
        )
        .run()
    }

    private func startNow() {
        // Those that came while it waited, too: a client may count them, as `URLSession` does.
        for _ in 0..<request.noteBeginning() { begin() }
    }
}

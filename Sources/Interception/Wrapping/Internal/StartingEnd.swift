import GroupContext

/// The owner of an unstarted request; releasing it abandons the request.
protocol StartingEnd: AnyObject, Sendable {
    var request: PreparedRequest { get }
    var settings: InterceptionSettings { get }
    func begin()
    /// The handle with which a group can cancel the request, or `nil` to use `register(_:)`.
    var handleToCancel: RequestHandle? { get }
    /// Sets the cancel handler of the request, if it has no handle for that.
    func register(_ call: InterceptedCall)
}

extension StartingEnd {
    /// Starts the request in its group, or passes a repeated call to the client.
    func startOrPassOn() {
        switch request.noteStart() {
        case .first: startInGroup()
        case .tooEarly: break
        case .further: begin()
        }
    }

    /// Enters the group without waiting for permits, for a request that other code starts directly.
    ///
    /// - Returns: whether the request may start, or `nil` if it was started before.
    func enterAtOnce() -> Bool? {
        guard case .first = request.noteStart() else { return nil }
        defer { _ = request.noteBeginning() }
        guard let admission = enter() else { return true }
        admission.startDespiteLimits()
        return admission.refusal == nil
    }

    /// Enters the group, which can cancel the request from then on.
    ///
    /// In a cancelled group the request is cancelled at once, and its client reports that as usual.
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
            // Entering a cancelled group has already cancelled the handle.
            refuse: { _ in }
        )
        .run()
    }

    private func startNow() {
        // Include repeated calls that came during the delay: a client such as `URLSession` counts them.
        for _ in 0..<request.noteBeginning() { begin() }
    }
}

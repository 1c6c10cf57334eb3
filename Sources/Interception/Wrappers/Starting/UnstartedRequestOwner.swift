import GroupContext

/// The owner of an unstarted request; releasing the owner abandons the request.
protocol UnstartedRequestOwner: AnyObject, Sendable {
    var request: UnstartedRequest { get }
    var settings: InterceptionSettings { get }
    var client: ObjectIdentifier { get }
    var label: RequestHandle.Label { get }
    /// Enters the group on the fast path, without a permit; `nil` if the slow path is needed.
    func enterAtOnce(_ group: RequestGroup) -> GroupEntry?
    /// Enters the group; `nil` if the request has no group, no limiter and no propagated task-locals.
    func admit(to group: RequestGroup?) -> Admission?
    func begin()
    /// Sets the cancel handler of the request, if the group cannot cancel the request by its handle.
    func register(_ call: InterceptedCall)
}

extension UnstartedRequestOwner {
    /// Starts the request in its group, or passes a repeated start to the client.
    func startOrForward() {
        switch request.start() {
        case .first(let groupAtCreation):
            startInGroup(groupAtCreation.groupAtStart, groupAtCreation)
        case .tooEarly: break
        case .further: begin()
        }
    }

    /// Enters the group without waiting for permits, because other code starts the task directly.
    ///
    /// - Returns: `true` if the request may start, `false` if it is rejected, `nil` if the request has been started.
    func enterDespiteLimits() -> Bool? {
        guard case .first(let groupAtCreation) = request.start() else { return nil }
        let group = groupAtCreation.groupAtStart
        if let entry = group.flatMap(enterAtOnce) {
            _ = request.enter(entry.membership, begins: true)
            if entry.rejection != nil { entry.membership.cancelByHandle() }
            return entry.rejection == nil
        }
        guard let admission = enter(group, groupAtCreation, startsNow: true).admission else {
            return true
        }
        admission.startDespiteLimits()
        return admission.rejection == nil
    }

    /// Enters the group; from then on, the group can cancel the request.
    ///
    /// In a cancelled group the request is cancelled at once, and its client reports the cancellation as usual.
    private func enter(
        _ group: RequestGroup?,
        _ groupAtCreation: RequestGroup,
        startsNow: Bool = false
    ) -> (admission: Admission?, calls: Int) {
        #if DEBUG
        if group == nil, !groupAtCreation.isExcluded { settings.reportUngrouped(label) }
        #endif
        let admission = admit(to: group)
        let begins = startsNow || admission?.isImmediate ?? true
        let calls = request.enter(admission?.membership, begins: begins)
        if let admission {
            let membership = admission.membership
            if !membership.isCancelledByHandle {
                register(InterceptedCall(membership))
            } else if admission.rejection != nil {
                membership.cancelByHandle()
            }
        }
        return (admission, calls)
    }

    private func startInGroup(_ group: RequestGroup?, _ groupAtCreation: RequestGroup) {
        if let (membership, rejection) = group.flatMap(enterAtOnce) {
            let calls = request.enter(membership, begins: rejection == nil)
            if rejection != nil { return membership.cancelByHandle() }
            return membership.withActiveCall(of: client) { begin(calls) }
        }
        let (admission, calls) = enter(group, groupAtCreation)
        guard let admission else { return begin(calls) }
        if admission.rejection != nil { return }
        if admission.isImmediate { return admission.withActiveCall { begin(calls) } }
        admission.start(at: StartExecutor(queue: settings.queue, isolation: nil)) { result in
            // Entering a cancelled group has already cancelled the handle, so a rejection needs no further step.
            guard case .success = result else { return }
            admission.withActiveCall { self.begin(self.request.begin()) }
        }
    }

    /// Passes all starts to the client, because a client such as `URLSession` counts the starts.
    private func begin(_ calls: Int) {
        for _ in 0..<calls { begin() }
    }
}

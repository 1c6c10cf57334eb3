import GroupContext

/// The owner of an unstarted request; releasing the owner abandons the request.
protocol UnstartedRequestOwner: AnyObject, Sendable {
    var request: UnstartedRequest { get }
    var settings: InterceptionSettings { get }
    var label: RequestLabel { get }
    /// Enters the group; returns `nil` if the request has no group, no limiter and no propagated task-locals.
    func admit(to group: RequestGroup?) -> Admission?
    /// Lets the group of the request cancel the request.
    func addCancelHandler(to membership: Membership)
    /// Passes one start call to the client.
    func startClient()
}

extension UnstartedRequestOwner {
    /// Starts the request in its group, or passes a repeated start to the client.
    func startOrForward() {
        let (groupAtCreation, calls) = request.start()
        if let groupAtCreation { startInGroup(groupAtCreation) } else { startClient(calls) }
    }

    /// Enters the group without waiting for permits, because other code starts the task directly.
    ///
    /// - Returns: `true` if the request may start, `false` if it is rejected, `nil` if the request was started before.
    func enterDespiteLimits() -> Bool? {
        guard let groupAtCreation = request.takeGroup() else { return nil }
        let admission = admission(in: groupAtCreation)
        let calls = setMembership(admission?.membership, starts: admission?.rejection == nil)
        admission?.startDespiteLimits()
        // The caller starts the task once; the other calls came from `resume()` on other threads meanwhile.
        startClient(max(0, calls - 1))
        return admission?.rejection == nil
    }

    private func admission(in groupAtCreation: RequestGroup) -> Admission? {
        let group = groupAtCreation.groupAtStart
        #if DEBUG
        if group == nil, !groupAtCreation.isExcluded { settings.reportUngrouped { label.text } }
        #endif
        return admit(to: group)
    }

    /// Records the membership (`nil` outside any group), and adds the cancel handler.
    ///
    /// In a cancelled group the request is cancelled at once, and its client reports the cancellation as usual.
    private func setMembership(_ membership: Membership?, starts: Bool) -> Int {
        let calls = request.setMembership(membership, starts: starts)
        // In a cancelled group, the handler runs at once.
        if let membership { addCancelHandler(to: membership) }
        return calls
    }

    private func startInGroup(_ groupAtCreation: RequestGroup) {
        guard let admission = admission(in: groupAtCreation) else {
            return startClient(setMembership(nil, starts: true))
        }
        let calls = setMembership(admission.membership, starts: admission.isImmediate)
        if admission.isImmediate { return admission.withActiveCall { startClient(calls) } }
        // The cancel handler cancels a rejected request, so a rejection needs no further step, now or after a wait.
        guard admission.rejection == nil else { return }
        admission.start(at: StartExecutor(queue: settings.queue, isolation: nil)) { reason in
            guard reason == nil else { return }
            admission.withActiveCall { self.startClient(self.request.endWait()) }
        }
    }

    /// Passes all start calls to the client, because a client such as `URLSession` counts the calls.
    private func startClient(_ calls: Int) {
        for _ in 0..<calls { startClient() }
    }
}

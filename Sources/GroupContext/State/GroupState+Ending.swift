// The transitions that end or cancel a group: its body returns, its policy applies, or the group is cancelled.
extension GroupState {
    /// Records that the body has ended, and cancels the outstanding requests if the body threw.
    mutating func close(bodyThrew: Bool, effects: inout Effects) {
        if phase == .open { phase = .closed }
        if bodyThrew { cancel(.bodyThrew, effects: &effects) }
        applyPolicy(effects: &effects)
        completeIfDone()
    }

    /// Cancels the outstanding requests if the policy returns a reason, after a member or the body has ended.
    mutating func applyPolicy(effects: inout Effects) {
        guard cancellation == nil,
            let reason = policy?.cancellation(at: progress, causes: causes, mayGrow: mayGrow)
        else { return }
        cancel(reason, effects: &effects)
    }

    /// A Boolean value that indicates whether the body, a captured closure or a nested group may issue requests.
    private var mayGrow: Bool { phase == .open || holds > 0 }

    /// Cancels the outstanding requests; at a deadline, the group also stops waiting for these requests.
    mutating func cancel(_ cancellation: CancellationReason, effects: inout Effects) {
        if cancellation == .deadline { isPastDeadline = true }
        guard !phase.isOver else {
            // The completion may be queued in `deliveries`, behind notifications of observers. A deadline does not wait
            // for observers, so queue the completion in `records`, too.
            if isPastDeadline, phase == .completed, !deliveries.isIdle { records.addCompletion() }
            return
        }
        // If the group was cancelled before its deadline, the first reason is kept.
        if self.cancellation == nil { self.cancellation = cancellation }
        members.visit { membership in
            let count = effects.count
            appendCancelEffects(of: membership, cancellation, effects: &effects)
            if effects.count > count { membership.member.cancel() }
        }
        guard cancellation == .deadline else { return }
        while let first = members.first {
            first._withUnsafeGuaranteedRef { release($0, atDeadline: true, effects: &effects) }
        }
    }

    @inline(__always)
    mutating func completeIfDone() {
        if phase == .closed, members.isEmpty { complete() }
    }

    @inline(never)
    private mutating func complete() {
        phase = .completed
        if isEmpty { notify(.empty) }
        notify(.completed)
        records.addCompletion()
    }
}

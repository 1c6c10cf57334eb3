// How a group completes, by itself or after it was cancelled.
extension GroupState {
    /// Notes that the body has returned, and cancels the outstanding requests if it threw.
    mutating func close(bodyThrew: Bool, effects: inout Effects) {
        if phase.isBodyRunning { phase = .closed }
        if bodyThrew { cancel(.bodyThrew, effects: &effects) }
        completeIfDone()
    }

    /// Cancels the outstanding requests; a deadline also stops waiting for them.
    mutating func cancel(_ cancellation: GroupCancellation, effects: inout Effects) {
        if cancellation == .deadline { isPastDeadline = true }
        guard !phase.isOver else {
            // The completion is waiting for an observer, and a deadline does not.
            if isPastDeadline, phase == .completed, !deliveries.isIdle { records.add(.completion) }
            return
        }
        // A deadline after another cancellation keeps the first reason, and only stops the waiting.
        if self.cancellation == nil { self.cancellation = cancellation }
        members.visit { membership in
            let count = effects.count
            takeCancelActions(of: membership, cancellation, effects: &effects)
            if effects.count > count { membership.member.cancel() }
        }
        if cancellation == .deadline { expire(effects: &effects) }
    }

    private mutating func expire(effects: inout Effects) {
        if phase == .open { phase = .expired }
        while let first = members.first {
            first._withUnsafeGuaranteedRef { membership in
                // The remaining actions: `takeCancelActions` has taken the others.
                for action in membership.member.details?.actions ?? [] {
                    effects.append(
                        action.occasion == .resuming
                            ? .resume(action.run) : .end(action.run, .deadline)
                    )
                }
                timeOut(membership, effects: &effects)
                giveBack(membership, effects: &effects)
            }
        }
        completeIfDone()
    }

    @inline(__always)
    mutating func completeIfDone() {
        if phase == .closed, members.isEmpty { complete() }
    }

    @inline(never)
    private mutating func complete() {
        phase = .completed
        if isEmpty { note(.empty) }
        note(.completed)
        records.add(.completion)
    }
}

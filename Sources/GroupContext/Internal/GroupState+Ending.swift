// How a group ends: by itself, or cancelled.
extension GroupState {
    /// The body has returned; with an error, what is outstanding is cancelled.
    mutating func close(bodyThrew: Bool, effects: inout Effects) {
        if phase.isBodyRunning { phase = .closed }
        if bodyThrew { cancel(.bodyThrew, effects: &effects) }
        completeIfDone()
    }

    /// Cancels what is outstanding; a deadline also stops waiting for it.
    mutating func cancel(_ cancellation: GroupCancellation, effects: inout Effects) {
        if cancellation == .deadline { isPastDeadline = true }
        guard !phase.isOver else {
            // An observer may still be running, for which the deadline does not wait.
            if isPastDeadline, phase == .completed, !deliveries.isIdle { records.add(.completion) }
            return
        }
        // A deadline after another cancellation only adds that nobody is waited for.
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
                // All that are left: the others have been taken.
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

// The transitions of a group when a request is answered.
extension GroupState {
    /// Records that a callback with an answer begins, and returns whether this answer is the first.
    ///
    /// The first answer decides how the request ends. The request stays in its group until the callback has returned.
    /// If the deadline passes before that, the request ends with the first answer, not with a timeout.
    @inline(__always)
    mutating func beginAnswer(_ membership: Membership, _ error: (any Error)?) -> Bool {
        membership.member.running += 1
        return membership.member.answer(error)
    }

    /// Records that a callback with an answer has ended, and returns whether the request has left its group.
    ///
    /// The fast path appends nothing to `effects`, because the array would allocate. It moves the only attachment of
    /// the member to `attachment`: after unlocking, the caller ends a permit, and releases any other attachment. The
    /// fast path does not apply the policy, so a group whose policy reacts to successes takes the slow path.
    @inline(__always)
    mutating func endAnswer(
        _ membership: Membership,
        isFirst: Bool,
        _ attachment: inout Attachment?,
        effects: inout Effects
    ) -> Bool {
        guard isFirst, membership.member.mayTakeFastPath, !policy.reactsToSuccesses,
            phase != .closed || !members.isOnly(membership)
        else { return endSlowly(membership, isFirst: isFirst, effects: &effects) }
        members.remove(membership)
        progress.finished += 1
        notify(.left, membership)
        attachment = membership.member.takeAttachment()
        return true
    }

    @inline(never)
    private mutating func endSlowly(
        _ membership: Membership,
        isFirst: Bool,
        effects: inout Effects
    ) -> Bool {
        // A subrequest reports no duplicate: its outer request gets the same answer, and reports that duplicate.
        if !isFirst, membership.member.kind == .request { notify(.duplicateCallback, membership) }
        membership.member.running -= 1
        guard membership.member.isPresent, membership.member.isDone else { return false }
        release(membership, effects: &effects)
        return true
    }

    /// Replaces the error of an answer whose callback is still running.
    func change(_ membership: Membership, to error: (any Error)?, effects: inout Effects) {
        guard membership.member.isPresent else { return }
        if let before = membership.member.error { effects.append(.releaseError(before)) }
        membership.member.error = error
    }

    /// Makes the request leave after its `finally` callback, instead of after its first answer.
    ///
    /// If the request has no answer then, it is lost if `needsAnswer` is true, and succeeds otherwise.
    func awaitFinally(_ membership: Membership, needsAnswer: Bool) {
        membership.member.finally = needsAnswer ? .awaited : .awaitedAsAnswer
    }

    func beginFinally(_ membership: Membership) {
        membership.member.running += 1
    }

    /// Records that the `finally` callback has ended, and returns whether the request has left its group.
    mutating func endFinally(_ membership: Membership, effects: inout Effects) -> Bool {
        let finally = membership.member.finally
        if finally != .none { membership.member.finally = .over }
        if finally == .awaitedAsAnswer, !membership.member.expectsAnswer,
            membership.member.isPresent
        {
            _ = membership.member.answer(nil)
        }
        return endSlowly(membership, isFirst: finally != .over, effects: &effects)
    }
}

// How the callbacks of a request change the state of its group, when they begin and when they have returned.
extension GroupState {
    /// Returns whether callbacks of the request need a context: an operation is running, or the request has
    /// captured active calls or metadata.
    func isHanded(_ membership: Membership) -> Bool {
        operations > 0 || membership.member.hasContext
    }

    /// Begins a callback with an answer, and returns whether it is the first answer, which counts.
    ///
    /// The request stays until the callback has returned, and keeps this answer at the deadline.
    @inline(__always)
    mutating func begin(_ membership: Membership, _ error: (any Error)?) -> Bool {
        if membership.member.isPresent { membership.member.running += 1 }
        return membership.member.answer(error)
    }

    /// Ends a callback on the fast path, or returns `false`, with nothing changed, if the general `end` is
    /// needed.
    @inline(__always)
    mutating func endPlainly(
        _ membership: Membership,
        isFirst: Bool,
        _ error: (any Error)?
    ) -> Bool {
        guard isFirst, error == nil, !isWatched, membership.member.isPlain,
            phase != .closed || !members.isOnly(membership)
        else { return false }
        members.remove(membership)
        progress.finished += 1
        return true
    }

    /// Ends a callback with an answer, and returns whether the request leaves: not while another callback is
    /// to come.
    mutating func end(_ membership: Membership, isFirst: Bool, effects: inout Effects) -> Bool {
        if !isFirst { noteDuplicate(membership) }
        guard membership.member.isPresent else { return false }
        membership.member.running -= 1
        return leaveIfDone(membership, effects: &effects)
    }

    /// Ends a callback whose answer was passed on, with the final error, which may differ from that of the
    /// answer.
    mutating func end(
        _ membership: Membership,
        isFirst: Bool,
        with error: (any Error)?,
        effects: inout Effects
    ) -> Bool {
        if isFirst, membership.member.isPresent {
            if let before = membership.member.error { effects.append(.release(before)) }
            membership.member.error = error
        }
        return end(membership, isFirst: isFirst, effects: &effects)
    }

    /// Answers a request outside any callback, and returns whether the request has left.
    mutating func settle(
        _ membership: Membership,
        _ error: (any Error)?,
        effects: inout Effects
    ) -> Bool {
        let isFirst = begin(membership, error)
        return end(membership, isFirst: isFirst, effects: &effects)
    }

    mutating func beginFinish(_ membership: Membership) {
        membership.member.running += 1
    }

    /// Ends the `finally` callback, and returns whether the request leaves: not while another callback is
    /// running.
    mutating func endFinish(_ membership: Membership, effects: inout Effects) -> Bool {
        membership.member.running -= 1
        if membership.member.finish == .over { noteDuplicate(membership) }
        if membership.member.finish == .awaited { membership.member.finish = .over }
        guard membership.member.isPresent else { return false }
        return leaveIfDone(membership, effects: &effects)
    }

    private mutating func noteDuplicate(_ membership: Membership) {
        // A subrequest passes its answer on to its request, which reports the duplicate.
        guard membership.member.kind == .request else { return }
        note(.duplicateCallback, membership)
    }

    private mutating func leaveIfDone(_ membership: Membership, effects: inout Effects) -> Bool {
        guard membership.member.isDone else { return false }
        leave(membership, membership.member.ending ?? .succeeded, effects: &effects)
        return true
    }
}

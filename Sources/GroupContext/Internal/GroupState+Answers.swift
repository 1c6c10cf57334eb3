// What the callbacks of a request tell: when they begin, and when they have returned.
extension GroupState {
    /// Whether the group may be the current one on some thread already, in its body or in a callback
    /// that is running: else nobody need look.
    var mayBeCurrent: Bool { phase.isBodyRunning || running > 1 }

    /// The same for a callback that brings no answer, and is not counted.
    var isCurrentSomewhere: Bool { phase.isBodyRunning || running > 0 }

    /// Whether the callbacks of the request may run where something is being handed over, or belong there, or take
    /// values of the app along.
    func isHanded(_ membership: Membership) -> Bool {
        operations > 0 || membership.member.hasContext
    }

    /// A callback of the request begins that brings an answer: the request stays until it has
    /// returned, and has this answer at the deadline.
    ///
    /// Returns whether it is the first answer, which is the one that counts.
    @inline(__always)
    mutating func begin(_ membership: Membership, _ error: (any Error)?) -> Bool {
        running += 1
        if membership.member.isPresent { membership.member.running += 1 }
        return membership.member.answer(error)
    }

    /// A callback has returned, as `end` says of all: does nothing and returns `false` unless the request
    /// leaves now and nobody is told of anything.
    ///
    /// What nearly all requests do: nothing is made for what is to be done or told after unlocking.
    @inline(__always)
    mutating func endPlainly(
        _ membership: Membership,
        isFirst: Bool,
        _ error: (any Error)?
    ) -> Bool {
        guard isFirst, error == nil, !isWatched, membership.member.isPlain,
            phase != .closed || !members.isOnly(membership)
        else { return false }
        running -= 1
        members.remove(membership)
        progress.finished += 1
        return true
    }

    /// A callback has returned that brought an answer: the request leaves with the first, unless others of
    /// it are running, or it waits for its finish.
    ///
    /// Returns whether it has left now.
    mutating func end(_ membership: Membership, isFirst: Bool, effects: inout Effects) -> Bool {
        running -= 1
        if !isFirst { noteDuplicate(membership) }
        guard membership.member.isPresent else { return false }
        membership.member.running -= 1
        return leaveIfDone(membership, effects: &effects)
    }

    /// The same for an answer that has been passed on, where more came of it than was known when it began.
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

    /// A request was answered, outside any callback.
    ///
    /// Returns whether it has left now.
    mutating func settle(
        _ membership: Membership,
        _ error: (any Error)?,
        effects: inout Effects
    ) -> Bool {
        let isFirst = begin(membership, error)
        return end(membership, isFirst: isFirst, effects: &effects)
    }

    /// The callback of the request begins that comes after all others.
    mutating func beginFinish(_ membership: Membership) {
        running += 1
        membership.member.running += 1
    }

    /// The callback has returned that comes after all others: the request leaves with what it was
    /// answered, unless others of it are running all the same.
    ///
    /// Returns whether it has left now.
    mutating func endFinish(_ membership: Membership, effects: inout Effects) -> Bool {
        running -= 1
        membership.member.running -= 1
        if membership.member.finish == .over { noteDuplicate(membership) }
        if membership.member.finish == .awaited { membership.member.finish = .over }
        guard membership.member.isPresent else { return false }
        return leaveIfDone(membership, effects: &effects)
    }

    private mutating func noteDuplicate(_ membership: Membership) {
        // What is a part of a request passes the answer on to it, which tells.
        guard membership.member.kind == .request else { return }
        note(.duplicateCallback, membership)
    }

    private mutating func leaveIfDone(_ membership: Membership, effects: inout Effects) -> Bool {
        guard membership.member.isDone else { return false }
        leave(membership, membership.member.ending ?? .succeeded, effects: &effects)
        return true
    }
}

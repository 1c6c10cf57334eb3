/// The accounting of one group: who is in it, how it ends, what failed.
///
/// It takes no lock and calls no closure; every transition returns the effects that its owner
/// performs after unlocking. The life of a group is open (its body runs), closed (the body has
/// returned), completed (and nobody is in it any more).
struct GroupState {
    private(set) var progress = GroupProgress()
    private(set) var cancellation: GroupCancellation?
    private(set) var isExpired = false
    private(set) var isClosed = false
    private(set) var isCompleted = false

    /// Whether transitions report what happened; nobody pays for notices that nobody reads.
    var isWatched: Bool
    let policy: FailurePolicy
    private var members = MemberList()
    private var nextOrder = 0
    /// How many callbacks are running, whether or not their requests are still in.
    private var running = 0
    private var unsortedFailures: [(order: Int, failure: RequestFailure)] = []

    init(policy: FailurePolicy = .collect, isWatched: Bool = false) {
        self.policy = policy
        self.isWatched = isWatched
    }

    /// Tells that the group was opened.
    func open(effects: inout Effects) {
        note(.opened, in: &effects)
    }
}

// MARK: - Entering

extension GroupState {
    enum Entry {
        /// The request is in.
        case entered
        /// The request is in, but the group is cancelled: it should not start.
        case refused(GroupCancellation)
        /// The group has completed: the request goes its own way.
        case late
    }

    mutating func enter(_ membership: Membership, effects: inout Effects) -> Entry {
        if isCompleted {
            if membership.member.kind == .request {
                note(.lateRequest, label: membership.label, in: &effects)
            }
            return .late
        }
        register(membership, effects: &effects)
        if isExpired {
            // Nobody waits for it any more: it has left before it could begin.
            timeOut(membership, effects: &effects)
            return .refused(.deadline)
        }
        members.append(membership)
        guard let cancellation else { return .entered }
        membership.member.wasCancelled = true
        return .refused(cancellation)
    }

    /// Enters if the group has nothing against starting a request now; else nothing happens.
    mutating func enterAtOnce(_ membership: Membership, effects: inout Effects) -> Bool {
        guard !isCompleted, cancellation == nil else { return false }
        register(membership, effects: &effects)
        members.append(membership)
        return true
    }

    private mutating func register(_ membership: Membership, effects: inout Effects) {
        membership.member.order = nextOrder
        membership.member.index = progress.total
        nextOrder += 1
        if membership.member.kind == .request {
            progress.total += 1
            note(.entered, membership, in: &effects)
        }
    }
}

// MARK: - Answers

extension GroupState {
    /// Whether the group may be the current one on some thread already, in its body or in a callback
    /// that is running: else nobody need look.
    var mayBeCurrent: Bool { !isClosed || running > 1 }

    /// A callback of the request begins that brings an answer: the request stays until it has
    /// returned.
    ///
    /// Returns whether it is the first answer, which is the one that counts.
    mutating func begin(_ membership: Membership) -> Bool {
        running += 1
        guard membership.member.isPresent else {
            defer { membership.member.isOverdue = false }
            return membership.member.isOverdue
        }
        membership.member.running += 1
        defer { membership.member.isAnswered = true }
        if !membership.member.isAnswered {
            membership.member.precedesCancelling = cancellation == nil
        }
        return !membership.member.isAnswered
    }

    /// A callback has returned that brought an answer: the request leaves, unless others of it are
    /// running, or it waits for its finish.
    ///
    /// Returns whether it has left now.
    mutating func end(
        _ membership: Membership,
        isFirst: Bool,
        _ error: (any Error)?,
        effects: inout Effects
    ) -> Bool {
        running -= 1
        if isFirst, error == nil, !isWatched, membership.member.isPlain {
            members.remove(membership)
            progress.finished += 1
            completeIfDone(effects: &effects)
            return true
        }
        let ending = Ending(error)
        if !isFirst { note(.duplicateCallback, membership, in: &effects) }
        guard membership.member.isPresent else { return false }
        membership.member.running -= 1
        if isFirst, membership.member.running == 0, !membership.member.leavesOnFinish {
            leave(membership, ending, effects: &effects)
            return true
        }
        if isFirst { membership.member.addingDetails().recordedEnding = ending }
        return leaveIfDone(membership, effects: &effects)
    }

    /// A request was answered, outside any callback.
    ///
    /// Returns whether it has left now.
    mutating func settle(
        _ membership: Membership,
        _ error: (any Error)?,
        effects: inout Effects
    ) -> Bool {
        let isFirst = begin(membership)
        return end(membership, isFirst: isFirst, error, effects: &effects)
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
        if membership.member.isFinished { note(.duplicateCallback, membership, in: &effects) }
        membership.member.isFinished = true
        guard membership.member.isPresent else { return false }
        return leaveIfDone(membership, effects: &effects)
    }

    private mutating func leaveIfDone(_ membership: Membership, effects: inout Effects) -> Bool {
        guard membership.member.isDone else { return false }
        leave(membership, membership.member.recordedEnding ?? .succeeded, effects: &effects)
        return true
    }
}

// MARK: - Leaving

extension GroupState {
    /// Nobody can answer the request any more: it leaves, if it has not left.
    mutating func release(_ membership: Membership, effects: inout Effects) {
        guard membership.member.isPresent else { return }
        switch membership.member.kind {
        case .request:
            let lost = Ending.failed(LostCallbackError(label: membership.label), .lostCallback)
            leave(membership, membership.member.recordedEnding ?? lost, effects: &effects)
        case .hold, .keep:
            leave(membership, .succeeded, effects: &effects)
        }
    }

    private mutating func leave(
        _ membership: Membership,
        _ ending: Ending,
        effects: inout Effects
    ) {
        members.remove(membership)
        conclude(membership, ending, effects: &effects)
        // After any cancelling: a free slot must not start who was to be cancelled.
        giveBack(membership, effects: &effects)
        completeIfDone(effects: &effects)
    }

    /// Counts how a member that has been removed ended.
    private mutating func conclude(
        _ membership: Membership,
        _ ending: Ending,
        effects: inout Effects
    ) {
        switch ending {
        case .succeeded:
            guard membership.member.kind == .request else { return }
            progress.finished += 1
            note(.left, membership, in: &effects)
        case .failed(let error, let reason):
            let isEcho =
                membership.member.wasCancelled
                || (cancellation != nil && error is CancellationError
                    && !membership.member.precedesCancelling)
            let isTimeout = reason == .timedOut
            let reason = isEcho && !isTimeout ? .cancelled : reason
            fail(membership, error, reason, effects: &effects)
            if policy == .failFast, !membership.member.isOptional, cancellation == nil {
                cancel(.failFast, effects: &effects)
            }
        }
    }

    private mutating func fail(
        _ membership: Membership,
        _ error: any Error,
        _ reason: RequestFailure.Reason,
        effects: inout Effects
    ) {
        let failure = RequestFailure(
            label: membership.label,
            index: membership.member.index,
            error: error,
            reason: reason,
            isOptional: membership.member.isOptional
        )
        if policy != .unrecorded { unsortedFailures.append((membership.member.order, failure)) }
        guard membership.member.kind == .request else { return }
        progress.finished += 1
        progress.failed += 1
        note(.left, membership, failure: failure, in: &effects)
    }

    private func giveBack(_ membership: Membership, effects: inout Effects) {
        guard let details = membership.member.takeDetails() else { return }
        for permit in details.permits { effects.append(.end(permit)) }
        effects.append(.release(details))
    }

    /// Nobody waits any more for a member that has been removed.
    private mutating func timeOut(_ membership: Membership, effects: inout Effects) {
        if membership.member.kind == .keep { return }
        membership.member.isOverdue = !membership.member.isAnswered
        let timeout = Ending.failed(RequestTimeoutError(label: membership.label), .timedOut)
        conclude(membership, membership.member.recordedEnding ?? timeout, effects: &effects)
    }
}

// MARK: - Ending

extension GroupState {
    /// The body has returned; with an error, what is outstanding is cancelled.
    mutating func close(bodyThrew: Bool, effects: inout Effects) {
        isClosed = true
        if bodyThrew { cancel(.bodyThrew, effects: &effects) }
        completeIfDone(effects: &effects)
    }

    /// Cancels what is outstanding; a deadline also stops waiting for it.
    mutating func cancel(_ cancellation: GroupCancellation, effects: inout Effects) {
        guard !isCompleted else { return }
        // A deadline after another cancellation only adds that nobody is waited for.
        if self.cancellation == nil { self.cancellation = cancellation }
        members.visit { membership in
            guard let actions = membership.member.details?.takeCancelActions() else { return }
            if !actions.isEmpty, !membership.member.isAnswered {
                membership.member.wasCancelled = true
            }
            for action in actions { effects.append(.cancel(action, cancellation)) }
        }
        if cancellation == .deadline { expire(effects: &effects) }
    }

    private mutating func expire(effects: inout Effects) {
        isExpired = true
        while let first = members.first {
            first._withUnsafeGuaranteedRef { membership in
                members.remove(membership)
                for action in membership.member.details?.expiryActions ?? [] {
                    effects.append(.cancel(action, .deadline))
                }
                timeOut(membership, effects: &effects)
                giveBack(membership, effects: &effects)
            }
        }
        completeIfDone(effects: &effects)
    }

    private mutating func completeIfDone(effects: inout Effects) {
        guard isClosed, !isCompleted, members.isEmpty else { return }
        isCompleted = true
        note(.completed, in: &effects)
        effects.append(.complete)
    }
}

// MARK: - Reading

extension GroupState {
    /// Every failure so far, in issue order.
    var failures: [RequestFailure] {
        unsortedFailures.sorted { $0.order < $1.order }.map(\.failure)
    }

    /// The labels of those the group waits for, in issue order.
    var outstanding: [String] { members.labels }

    private func note(
        _ kind: RequestGroupEvent.Kind,
        _ membership: Membership,
        failure: RequestFailure? = nil,
        in effects: inout Effects
    ) {
        guard isWatched else { return }
        let (label, index) = (membership.label, membership.member.index)
        note(kind, label: label, index: index, failure: failure, in: &effects)
    }

    private func note(
        _ kind: RequestGroupEvent.Kind,
        label: String? = nil,
        index: Int? = nil,
        failure: RequestFailure? = nil,
        in effects: inout Effects
    ) {
        guard isWatched else { return }
        let notice = Notice(
            kind: kind,
            label: label,
            index: index,
            failure: failure,
            progress: progress
        )
        effects.append(.notify(notice))
    }
}

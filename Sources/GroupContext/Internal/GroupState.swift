/// The accounting of one group: who is in it, how it ends, what failed.
///
/// A pure value. It takes no lock and calls no closure; every transition returns the effects that
/// its owner performs after unlocking. The life of a group is open (its body runs), closed (the
/// body has returned), completed (and nobody is in it any more).
struct GroupState {
    /// What a place in the group is for.
    enum MemberKind {
        /// A request: counted by the progress, and lost if it is released unanswered.
        case request
        /// A captured closure or a nested group: holds the group open, and is not counted.
        case hold
        /// What keeps the group open on behalf of requests that are in it: nobody waits for it by
        /// name, and it misses no deadline.
        case keep
    }

    private(set) var progress = GroupProgress()
    private(set) var cancellation: GroupCancellation?
    private(set) var isExpired = false
    private(set) var isClosed = false
    private(set) var isCompleted = false

    /// Whether transitions report what happened; nobody pays for notices that nobody reads.
    var isWatched: Bool
    let policy: FailurePolicy
    var members = MemberTable()
    private var nextOrder = 0
    private var unsortedFailures: [(order: Int, failure: RequestFailure)] = []
    /// Who was timed out and has not answered since: the first answer of such a request is late,
    /// but no duplicate.
    var unanswered: Set<Int> = []

    /// Tells that the group was opened.
    func open(effects: inout Effects) {
        note(.opened, nil, nil, in: &effects)
    }

    init(policy: FailurePolicy = .collect, isWatched: Bool = false) {
        self.policy = policy
        self.isWatched = isWatched
    }
}

// MARK: - Entering

extension GroupState {
    enum Entry {
        /// The request is in.
        case entered(Ticket)
        /// The request is in, but the group is cancelled: it should not start.
        case refused(Ticket, GroupCancellation)
        /// The group has completed: the request goes its own way.
        case late
    }

    mutating func enter(
        _ label: String,
        kind: MemberKind,
        isOptional: Bool,
        effects: inout Effects
    ) -> Entry {
        if isCompleted {
            if kind == .request { note(.lateRequest, label, nil, in: &effects) }
            return .late
        }
        var member = Member(
            order: nextOrder,
            index: progress.total,
            label: label,
            kind: kind,
            isOptional: isOptional
        )
        nextOrder += 1
        if kind == .request {
            progress.total += 1
            note(.entered, label, member.index, in: &effects)
        }
        if isExpired {
            // Nobody waits for it any more: it has left before it could begin.
            timeOut(member, effects: &effects)
            return .refused(.absent(member), .deadline)
        }
        member.wasCancelled = cancellation != nil
        let ticket = members.insert(member)
        return cancellation.map { .refused(ticket, $0) } ?? .entered(ticket)
    }
}

// MARK: - While a request is in

extension GroupState {
    /// Notes what has to be given back when the request leaves.
    ///
    /// Returns whether it has left already, so that the caller gives it back itself.
    mutating func attach(_ permit: LimiterPermit, to ticket: Ticket) -> Bool {
        guard members.contains(ticket) else { return true }
        members[ticket]?.permits.append(permit)
        return false
    }

    /// From now on the outcome of the request is only recorded, and ``finish(_:label:effects:)`` ends it.
    mutating func leaveOnFinish(_ ticket: Ticket) {
        guard members.contains(ticket) else { return }
        members[ticket]?.leavesOnFinish = true
    }
}

// MARK: - Leaving

extension GroupState {
    /// A request was answered: it leaves, unless it waits for its finish.
    ///
    /// Returns whether it has left now.
    mutating func settle(
        _ ticket: Ticket,
        _ ending: Ending,
        label: String,
        effects: inout Effects
    ) -> Bool {
        guard members.contains(ticket) else {
            noteAnswerAfterLeaving(ticket, label: label, effects: &effects)
            return false
        }
        guard members[ticket]?.leavesOnFinish == true else {
            leave(ticket, ending, effects: &effects)
            return true
        }
        if members[ticket]?.recordedEnding == nil {
            members[ticket]?.recordedEnding = ending
        } else {
            note(.duplicateCallback, label, ticket.index, in: &effects)
        }
        return false
    }

    /// The last callback of a request has run: it leaves with what it was answered.
    ///
    /// Returns whether it has left now.
    mutating func finish(_ ticket: Ticket, label: String, effects: inout Effects) -> Bool {
        guard members.contains(ticket) else {
            noteAnswerAfterLeaving(ticket, label: label, effects: &effects)
            return false
        }
        leave(ticket, .succeeded, effects: &effects)
        return true
    }

    /// Nobody can answer the request any more: it leaves, if it has not left.
    mutating func release(_ ticket: Ticket, label: String, effects: inout Effects) {
        switch members[ticket]?.kind {
        case .request:
            let lost = LostCallbackError(label: label)
            leave(ticket, .failed(lost, .lostCallback), effects: &effects)
        case .hold, .keep:
            leave(ticket, .succeeded, effects: &effects)
        case nil:
            unanswered.remove(ticket.order)
        }
    }

    private mutating func noteAnswerAfterLeaving(
        _ ticket: Ticket,
        label: String,
        effects: inout Effects
    ) {
        guard unanswered.remove(ticket.order) == nil else { return }
        note(.duplicateCallback, label, ticket.index, in: &effects)
    }

    private mutating func leave(_ ticket: Ticket, _ ending: Ending, effects: inout Effects) {
        guard let member = members.remove(ticket) else { return }
        conclude(member, member.recordedEnding ?? ending, effects: &effects)
        // After any cancelling: a free slot must not start who was to be cancelled.
        end(member, effects: &effects)
        completeIfDone(effects: &effects)
    }

    /// Counts how a member that has been removed ended.
    private mutating func conclude(_ member: Member, _ ending: Ending, effects: inout Effects) {
        switch ending {
        case .succeeded:
            guard member.kind == .request else { return }
            progress.finished += 1
            note(.left, member.label, member.index, in: &effects)
        case .failed(let error, let reason):
            let isEcho = member.wasCancelled || (cancellation != nil && error is CancellationError)
            let isTimeout = reason == .timedOut
            fail(member, error, isEcho && !isTimeout ? .cancelled : reason, effects: &effects)
            if policy == .failFast, !member.isOptional, cancellation == nil {
                cancel(.failFast, effects: &effects)
            }
        }
    }

    private func end(_ member: Member, effects: inout Effects) {
        for permit in member.permits { effects.append(.end(permit)) }
        if member.holdsReferences { effects.append(.release(member)) }
    }

    private mutating func fail(
        _ member: Member,
        _ error: any Error,
        _ reason: RequestFailure.Reason,
        effects: inout Effects
    ) {
        let failure = RequestFailure(
            label: member.label,
            index: member.index,
            error: error,
            reason: reason,
            isOptional: member.isOptional
        )
        if policy != .unrecorded { unsortedFailures.append((member.order, failure)) }
        guard member.kind == .request else { return }
        progress.finished += 1
        progress.failed += 1
        note(.left, member.label, member.index, failure, in: &effects)
    }

    /// Nobody waits any more for a member that has been removed.
    private mutating func timeOut(_ member: Member, effects: inout Effects) {
        if member.kind == .keep { return }
        let timeout = Ending.failed(RequestTimeoutError(label: member.label), .timedOut)
        if member.recordedEnding == nil { unanswered.insert(member.order) }
        conclude(member, member.recordedEnding ?? timeout, effects: &effects)
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
        for action in members.takeCancelActions() {
            effects.append(.cancel(action, cancellation))
        }
        if cancellation == .deadline { expire(effects: &effects) }
    }

    private mutating func expire(effects: inout Effects) {
        isExpired = true
        for member in members.removeAll() {
            for action in member.expiryActions { effects.append(.cancel(action, .deadline)) }
            timeOut(member, effects: &effects)
            end(member, effects: &effects)
        }
        completeIfDone(effects: &effects)
    }

    private mutating func completeIfDone(effects: inout Effects) {
        guard isClosed, !isCompleted, members.isEmpty else { return }
        isCompleted = true
        note(.completed, nil, nil, in: &effects)
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
    var outstanding: [String] { members.inIssueOrder.filter { $0.kind != .keep }.map(\.label) }

    private func note(
        _ kind: RequestGroupEvent.Kind,
        _ label: String?,
        _ index: Int?,
        _ failure: RequestFailure? = nil,
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

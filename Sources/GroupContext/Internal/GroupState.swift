/// The accounting of one group: who is in it, how it ends, what failed.
///
/// It takes no lock and calls no closure; every transition returns the effects that its owner
/// performs after unlocking. The life of a group is open (its body runs), closed (the body has
/// returned), completed (and nobody is in it any more).
struct GroupState {
    var progress = GroupProgress()
    private(set) var cancellation: GroupCancellation?
    private(set) var isExpired = false
    private(set) var isClosed = false
    private(set) var isCompleted = false

    /// Whether transitions report what happened; nobody pays for notices that nobody reads.
    var isWatched: Bool
    let policy: FailurePolicy
    var members = MemberList()
    private var nextOrder = 0
    /// How many callbacks are running, whether or not their requests are still in.
    var running = 0
    /// How many asynchronous operations of requests are running.
    var operations = 0
    private var unsortedFailures: [(order: Int, failure: RequestFailure)] = []

    init(policy: FailurePolicy = .collect, isWatched: Bool = false) {
        self.policy = policy
        self.isWatched = isWatched
    }

    /// Tells that the group was opened.
    func open(issuedBy issuer: IssuingRequest? = nil, effects: inout Effects) {
        note(.opened, issuer: issuer, in: &effects)
    }
}

// MARK: - Entering

extension GroupState {
    enum Entry {
        /// The request is in.
        case entered
        /// The request is in, but the group is cancelled: it should not start.
        case refused(GroupCancellation)
        /// The group has completed: the request joins the nearest group around it that has not.
        case late
    }

    mutating func enter(
        _ membership: Membership,
        tellsLate: Bool = true,
        effects: inout Effects
    ) -> Entry {
        if isCompleted {
            if membership.member.kind == .request, tellsLate {
                let issuer = membership.member.details?.issuer
                note(.lateRequest, label: membership.label, issuer: issuer, in: &effects)
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
        // What is issued while an operation runs may be a part of its request.
        guard !isCompleted, cancellation == nil, operations == 0 else { return false }
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

    mutating func leave(
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
            // What keeps the group open passes its answer on to a request, which tells it.
            if membership.member.kind == .keep { return }
            let isEcho = membership.member.wasCancelled || error is CancellationError
            let reason = isEcho && reason != .timedOut ? .cancelled : reason
            fail(membership, error, reason, effects: &effects)
            let isCause = reason != .cancelled && !membership.member.isOptional
            if policy == .failFast, isCause, cancellation == nil {
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
            guard let details = membership.member.details else { return }
            let count = effects.count
            takeCancelActions(of: details, cancellation, effects: &effects)
            if effects.count > count, !membership.member.isAnswered {
                membership.member.wasCancelled = true
            }
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

    mutating func completeIfDone(effects: inout Effects) {
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

    func note(
        _ kind: RequestGroupEvent.Kind,
        _ membership: Membership,
        failure: RequestFailure? = nil,
        in effects: inout Effects
    ) {
        guard isWatched else { return }
        note(
            kind,
            label: membership.label,
            index: membership.member.index,
            issuer: membership.member.details?.issuer,
            failure: failure,
            in: &effects
        )
    }

    func note(
        _ kind: RequestGroupEvent.Kind,
        label: String? = nil,
        index: Int? = nil,
        issuer: IssuingRequest? = nil,
        failure: RequestFailure? = nil,
        in effects: inout Effects
    ) {
        guard isWatched else { return }
        let notice = Notice(
            kind: kind,
            label: label,
            index: index,
            issuer: issuer,
            failure: failure,
            progress: progress
        )
        effects.append(.notify(notice))
    }
}

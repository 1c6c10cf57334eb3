// Internal: the accounting of a group, and how its context travels.

/// The accounting of one group: who is in it, how it ends, what failed.
///
/// It takes no lock and calls no closure; every transition returns the effects that its owner
/// performs after unlocking, and adds what is to be told to the deliveries.
struct GroupState {
    var progress = GroupProgress()
    var cancellation: GroupCancellation?
    /// A Boolean value that indicates whether the deadline has passed.
    var isPastDeadline = false
    var phase = Phase.open
    /// What the recorders have yet to be notified of, and the completion.
    var records = Deliveries()
    /// What the observers have yet to be notified of: user code, for which no deadline waits.
    var deliveries = Deliveries()
    /// The observers of the library itself.
    var recorders: [any RequestGroupRecorder]
    /// The other observers.
    var observers: [any RequestGroupObserver]
    let policy: FailurePolicy
    /// A Boolean value that indicates whether the group may complete without a request.
    private let mayBeEmpty: Bool
    /// A Boolean value that indicates whether a nested group or a subrequest has used the group.
    var isUsed = false
    var members = MemberList()
    private var nextOrder = 0
    /// How many callbacks are running, whether or not their requests are still in.
    var running = 0
    /// How many asynchronous operations of requests are running.
    var operations = 0
    private var unsortedFailures: [(order: Int, failure: RequestFailure)] = []

    init(
        policy: FailurePolicy = .collect,
        observers: [any RequestGroupObserver] = [],
        mayBeEmpty: Bool = true
    ) {
        self.policy = policy
        self.mayBeEmpty = mayBeEmpty
        recorders = observers.compactMap { $0 as? any RequestGroupRecorder }
        self.observers = observers.filter { !($0 is any RequestGroupRecorder) }
    }

    /// Tells that the group was opened.
    mutating func open(issuedBy issuer: IssuingRequest? = nil) {
        note(.opened, issuer: issuer)
    }
}

extension GroupState {
    /// The life of a group.
    enum Phase {
        /// The body runs.
        case open
        /// The body runs, and the deadline has passed: nobody is waited for any more.
        case expired
        /// The body has returned.
        case closed
        /// And nobody is in the group any more.
        case completed
        /// And those who wait for that have been told.
        case told

        var isBodyRunning: Bool { self == .open || self == .expired }
        var isOver: Bool { self == .completed || self == .told }
    }

    /// A Boolean value that indicates whether the group has missed its requests: nothing was issued in it, and
    /// nothing has cancelled it.
    var isEmpty: Bool { !mayBeEmpty && !isUsed && progress.total == 0 && cancellation == nil }

    /// Takes the completion: returns `true` if the callers that wait for the group are to be resumed now.
    ///
    /// Otherwise the observers are notified first, unless the group has missed its deadline.
    mutating func takeCompletion(afterObservers: Bool) -> Bool {
        if !afterObservers, !isPastDeadline, !deliveries.isIdle {
            deliveries.add(.completion)
            return false
        }
        phase = .told
        return true
    }

    /// A Boolean value that indicates whether there is something to deliver, and no thread that does.
    @inline(__always)
    var hasDeliveries: Bool { records.isWaiting || deliveries.isWaiting }
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
        if phase.isOver {
            if membership.member.kind == .request, tellsLate {
                let issuer = membership.member.details?.issuer
                note(.lateRequest, label: membership.label, issuer: issuer)
            }
            return .late
        }
        register(membership)
        if phase == .expired {
            // Nobody waits for it any more: it has left before it could begin.
            timeOut(membership, effects: &effects)
            return .refused(.deadline)
        }
        members.append(membership)
        guard let cancellation else { return .entered }
        membership.member.cancel()
        return .refused(cancellation)
    }

    /// Enters if the group has nothing against starting a request now; else nothing happens.
    @inline(__always)
    mutating func enterAtOnce(_ membership: Membership) -> Bool {
        // What is issued while an operation runs may be a part of its request.
        guard !phase.isOver, cancellation == nil, operations == 0 else { return false }
        register(membership)
        members.append(membership)
        return true
    }

    @inline(__always)
    private mutating func register(_ membership: Membership) {
        membership.member.order = nextOrder
        membership.member.index = progress.total
        nextOrder += 1
        if membership.member.kind == .request {
            progress.total += 1
            note(.entered, membership)
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
            leave(membership, membership.member.ending ?? lost, effects: &effects)
        case .hold, .keep:
            leave(membership, .succeeded, effects: &effects)
        }
    }

    mutating func leave(
        _ membership: Membership,
        _ ending: Ending,
        effects: inout Effects
    ) {
        let isEcho = membership.member.wasCancelled
        members.remove(membership)
        conclude(membership, ending, isEcho: isEcho, effects: &effects)
        // After any cancelling: a free slot must not start who was to be cancelled.
        giveBack(membership, effects: &effects)
        completeIfDone()
    }

    /// Counts how a member that has been removed ended.
    private mutating func conclude(
        _ membership: Membership,
        _ ending: Ending,
        isEcho: Bool,
        effects: inout Effects
    ) {
        switch ending {
        case .succeeded:
            guard membership.member.kind == .request else { return }
            progress.finished += 1
            note(.left, membership)
        case .failed(let error, let reason):
            // What keeps the group open passes its answer on to a request, which tells it.
            if membership.member.kind == .keep { return }
            let isEcho = isEcho || CancellationError.isType(of: error)
            let reason = isEcho && reason != .timedOut ? .cancelled : reason
            fail(membership, error, reason)
            let isOptional = membership.member.isOptional
            let isCause = reason != .cancelled && !isOptional
            if policy == .failFast, isCause, cancellation == nil {
                cancel(.failFast, effects: &effects)
            }
        }
    }

    private mutating func fail(
        _ membership: Membership,
        _ error: any Error,
        _ reason: RequestFailure.Reason
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
        note(.left, membership, failure: failure)
    }

    func giveBack(_ membership: Membership, effects: inout Effects) {
        guard let details = membership.member.takeDetails() else { return }
        for permit in details.permits { effects.append(.free(permit)) }
        effects.append(.release(details))
    }

    /// Nobody waits for the member any more.
    mutating func timeOut(_ membership: Membership, effects: inout Effects) {
        let (ending, isEcho) = (membership.member.ending, membership.member.wasCancelled)
        if membership.member.isPresent { members.remove(membership) }
        if ending == nil { membership.member.stay = .overdue }
        if membership.member.kind == .keep { return }
        let timeout = Ending.failed(RequestTimeoutError(label: membership.label), .timedOut)
        conclude(membership, ending ?? timeout, isEcho: isEcho, effects: &effects)
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

    /// A Boolean value that indicates whether the group has recorders or observers.
    var isWatched: Bool { !observers.isEmpty || !recorders.isEmpty }

    @inline(__always)
    mutating func note(
        _ kind: RequestGroupEvent.Kind,
        _ membership: Membership,
        failure: RequestFailure? = nil
    ) {
        if isWatched { noteWatched(kind, membership, failure: failure) }
    }

    @inline(never)
    private mutating func noteWatched(
        _ kind: RequestGroupEvent.Kind,
        _ membership: Membership,
        failure: RequestFailure?
    ) {
        let (issue, details) = (membership.issue, membership.member.details)
        note(
            kind,
            label: membership.label,
            index: membership.member.index,
            issuer: details?.issuer,
            issue: issue ?? details?.issue,
            failure: failure
        )
    }

    mutating func note(
        _ kind: RequestGroupEvent.Kind,
        label: String? = nil,
        index: Int? = nil,
        issuer: IssuingRequest? = nil,
        issue: RequestIssue? = nil,
        failure: RequestFailure? = nil
    ) {
        guard isWatched else { return }
        let notice = Deliveries.Notice(
            kind: kind,
            label: label,
            index: index,
            issuer: issuer,
            issue: issue,
            failure: failure,
            progress: progress,
            instant: .now
        )
        if !recorders.isEmpty { records.add(.event(notice, to: recorders)) }
        if !observers.isEmpty { deliveries.add(.event(notice, to: observers)) }
    }
}

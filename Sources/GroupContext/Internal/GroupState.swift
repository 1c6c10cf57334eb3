/// The state of one group: its members, its phase and its failures.
///
/// It takes no lock and calls no closure. Each transition returns effects, which the caller performs after
/// unlocking, and queues its notifications.
struct GroupState {
    var progress = GroupProgress()
    var cancellation: GroupCancellation?
    var isPastDeadline = false
    var phase = Phase.open
    /// The pending notifications of the recorders, and the completion.
    var records = Deliveries()
    /// The pending notifications of the observers, for which no deadline waits, as they run user code.
    var deliveries = Deliveries()
    /// The observers that belong to the library.
    var recorders: [any RequestGroupRecorder]
    /// The observers that belong to the user.
    var observers: [any RequestGroupObserver]
    let policy: FailurePolicy
    /// A Boolean value that indicates whether the group may complete without a request.
    private let mayBeEmpty: Bool
    /// A Boolean value that indicates whether a nested group or a subrequest has used the group.
    var isUsed = false
    var members = MemberList()
    private var nextOrder = 0
    /// The number of asynchronous operations of requests that are running.
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

    mutating func open(issuedBy issuer: IssuingRequest? = nil) {
        note(.opened, issuer: issuer)
    }
}

extension GroupState {
    /// The phases in the life of a group.
    enum Phase {
        /// The body runs.
        case open
        /// The body runs, but the deadline has passed: the group waits for no request.
        case expired
        /// The body has returned, and members are left.
        case closed
        /// The body has returned, and the group has no members.
        case completed
        /// The completion handlers are being called, or have been called.
        case told

        var isBodyRunning: Bool { self == .open || self == .expired }
        var isOver: Bool { self == .completed || self == .told }
    }

    /// A Boolean value that indicates whether the group lacks requests: none was issued, and the group was
    /// not cancelled.
    var isEmpty: Bool { !mayBeEmpty && !isUsed && progress.total == 0 && cancellation == nil }

    /// Returns whether the caller has to call the completion handlers now.
    ///
    /// If observers are still to be notified, the completion is queued behind these notifications; after a
    /// deadline it does not wait.
    mutating func takeCompletion(afterObservers: Bool) -> Bool {
        if !afterObservers, !isPastDeadline, !deliveries.isIdle {
            deliveries.add(.completion)
            return false
        }
        phase = .told
        return true
    }

    /// A Boolean value that indicates whether notifications are pending and no thread delivers them.
    @inline(__always)
    var hasDeliveries: Bool { records.isWaiting || deliveries.isWaiting }
}

// MARK: - Entering

extension GroupState {
    enum Entry {
        case entered
        /// The request is in the group, but the group is cancelled: the request should not start.
        case refused(GroupCancellation)
        /// The group has completed: the request joins the nearest enclosing group that is open.
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
            // The deadline has passed, so the request times out as it enters.
            timeOut(membership, effects: &effects)
            return .refused(.deadline)
        }
        members.append(membership)
        guard let cancellation else { return .entered }
        membership.member.cancel()
        return .refused(cancellation)
    }

    /// Enters a request that may start at once, or returns `false` with nothing changed.
    @inline(__always)
    mutating func enterAtOnce(_ membership: Membership) -> Bool {
        // A request that is issued while an operation runs may be a subrequest.
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
    /// Ends a member whose membership is released; a request without an answer is lost.
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
        // After cancelling, because a freed permit must not start a request that is being cancelled.
        giveBack(membership, effects: &effects)
        completeIfDone()
    }

    /// Records the ending of a member that has been removed.
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
            // A hidden hold belongs to a request, which reports the failure itself.
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
        switch membership.member.takeAttachment() {
        case .none: break
        case .permit(let permit): effects.append(.free(permit))
        case .details(let details):
            for permit in details.permits { effects.append(.free(permit)) }
            effects.append(.release(details))
        }
    }

    /// Removes a member at the deadline: with its answer, or else as timed out.
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

    /// The labels of the outstanding members, in issue order.
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

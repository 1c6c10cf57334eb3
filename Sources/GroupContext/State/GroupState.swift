/// The state of one group: its members, its phase and its failures.
///
/// The state takes no lock and calls no user code. Each change queues its notifications, and collects effects: actions
/// that the caller performs after unlocking.
struct GroupState {
    var progress = GroupProgress()
    var cancellation: CancellationReason?
    var isPastDeadline = false
    var phase = Phase.open
    /// The pending notifications of the built-in observers, and the pending completion.
    var records = GroupNotifications()
    /// The pending notifications of the user's observers; a deadline does not wait for these notifications.
    var deliveries = GroupNotifications()
    /// The built-in observers, which never block.
    var recorders: [any RequestGroupRecorder]
    var observers: [any RequestGroupObserver]
    /// The policy; `nil` for a placeholder, which records no failures.
    let policy: FailurePolicy?
    /// A Boolean value that indicates whether a group without requests is accepted, not reported as empty.
    ///
    /// The value is `true` by an option, or after a nested group or an uncounted request has joined the group.
    var mayBeEmpty: Bool
    /// A Boolean value that indicates whether a stall was reported, or the completion handler has run in time.
    var hasEndedStallWatch = false
    /// The handlers to call when the group completes, as one closure.
    var completion: (@Sendable () -> Void)?
    /// The identity of the group for observers, created on first use.
    var identity: GroupIdentity?
    var members = MemberList()
    private var recordedFailures: [RequestFailure] = []
    /// The number of failures for which `isCause` is `true`.
    private(set) var causes = 0
    /// The number of members of the kind `hold`, counted because visiting all members after each failure is slow.
    private(set) var holds = 0

    init(policy: FailurePolicy?, observers: [any RequestGroupObserver], mayBeEmpty: Bool = true) {
        self.policy = policy
        self.mayBeEmpty = mayBeEmpty
        recorders = observers.compactMap { $0 as? any RequestGroupRecorder }
        self.observers = observers.filter { !($0 is any RequestGroupRecorder) }
    }
}

extension GroupState {
    enum Phase {
        /// The body is running; the deadline may have passed.
        case open
        /// The body has returned, and the group still has members.
        case closed
        /// The body has returned, and the group has no members.
        case completed
        /// The completion handlers are being called, or have been called.
        case notified

        var isOver: Bool { self == .completed || self == .notified }
    }

    /// A Boolean value that indicates whether the group is reported as empty.
    var isEmpty: Bool { !mayBeEmpty && progress.total == 0 && cancellation == nil }

    /// Removes and returns the completion handlers, which the caller calls after unlocking.
    ///
    /// If notifications of observers are pending, the completion is queued behind them, except after a deadline.
    mutating func takeCompletion(afterObservers: Bool) -> (@Sendable () -> Void)? {
        if !afterObservers, !isPastDeadline, !deliveries.isIdle {
            deliveries.addCompletion()
            return nil
        }
        phase = .notified
        return completion.take()
    }

    @inline(__always)
    var needsDelivery: Bool { records.needsDelivery || deliveries.needsDelivery }
}

// MARK: - Entering

extension GroupState {
    /// Enters a request or a hold, and returns `false` if the group has completed.
    ///
    /// Afterwards, `checkStart(of:)` returns the reason not to start the request, or `nil`.
    mutating func enter(
        _ membership: Membership,
        reportsLate: Bool = true,
        effects: inout Effects
    ) -> Bool {
        if phase.isOver {
            if membership.member.kind == .request, reportsLate {
                let issuer = membership.member.details?.issuer
                notify(.lateRequest, .init(label: membership.label, issuer: issuer))
            }
            return false
        }
        append(membership)
        // If the deadline has passed, the request times out at once.
        if isPastDeadline { release(membership, atDeadline: true, effects: &effects) }
        return true
    }

    /// Enters a request on the fast path; if the slow path is needed, changes nothing and returns `false`.
    @inline(__always)
    mutating func enterAtOnce(_ membership: Membership) -> Bool {
        guard !phase.isOver, !isPastDeadline else { return false }
        append(membership)
        return true
    }

    @inline(__always)
    private mutating func append(_ membership: Membership) {
        membership.member.index = progress.total
        if membership.member.kind == .request {
            progress.total += 1
            notify(.entered, membership)
        }
        if membership.member.kind == .hold { holds += 1 }
        members.append(membership)
        if cancellation != nil { membership.member.cancel() }
    }
}

// MARK: - Leaving

extension GroupState {
    /// Removes a member; a request without an answer is lost.
    ///
    /// At the deadline, a member without an answer times out.
    mutating func release(
        _ membership: Membership,
        atDeadline isDeadline: Bool = false,
        effects: inout Effects
    ) {
        guard membership.member.isPresent else { return }
        let isUnanswered = !membership.member.isAnswered
        let (error, reason): ((any Error)?, RequestFailure.Reason) =
            if isUnanswered, isDeadline {
                (RequestTimeoutError(label: membership.label), .timedOut)
            } else if isUnanswered, membership.member.kind == .request {
                (LostCallbackError(label: membership.label), .lostCallback)
            } else {
                (membership.member.error, .failed)
            }
        let failure = failure(of: membership, error, reason)
        if membership.member.kind == .hold { holds -= 1 }
        members.remove(membership)
        if isUnanswered, isDeadline { membership.member.presence = .overdue }
        conclude(membership, consume failure, effects: &effects)
        // Detach after `conclude`, which may cancel the group: a freed permit must not start a request of such a group.
        membership.member.detach(effects: &effects)
        completeIfDone()
    }

    /// Returns the failure of a member that has not left yet; `nil` without an error.
    ///
    /// After cancelling, or for a `CancellationError`, the reason is `cancelled`.
    private func failure(
        of membership: Membership,
        _ error: (any Error)?,
        _ reason: RequestFailure.Reason
    ) -> RequestFailure? {
        // A member of the kind `hiddenHold` belongs to a request, and this request reports the failure.
        guard let error, membership.member.kind != .hiddenHold else { return nil }
        let isCancelled = membership.member.wasCancelled || CancellationError.isType(of: error)
        return RequestFailure(
            label: membership.label,
            index: membership.member.index,
            error: error,
            reason: isCancelled && reason != .timedOut ? .cancelled : reason,
            isOptional: membership.member.isOptional,
            isRequest: membership.member.kind == .request
        )
    }

    private mutating func conclude(
        _ membership: Membership,
        _ failure: consuming RequestFailure?,
        effects: inout Effects
    ) {
        if membership.member.kind == .request {
            progress.finished += 1
            if failure != nil { progress.failed += 1 }
            notify(.left, membership, failure: failure)
        }
        if let failure, policy != nil {
            if failure.isCause { causes += 1 }
            recordedFailures.append(failure)
        }
        applyPolicy(effects: &effects)
    }
}

// MARK: - Reading

extension GroupState {
    var failures: [RequestFailure] {
        mutating get {
            // In place, because a sorted copy would take 150 instructions for each failure.
            if recordedFailures.count > 1 { recordedFailures.sort { $0.order < $1.order } }
            return recordedFailures
        }
    }

    var outstanding: [String] { members.listed { $0.label } }

    var hasObservers: Bool { !observers.isEmpty || !recorders.isEmpty }

    @inline(__always)
    mutating func notify(
        _ kind: RequestGroupEvent.Kind,
        _ membership: Membership,
        failure: RequestFailure? = nil
    ) {
        if hasObservers { queueNotification(kind, eventSubject(membership, failure)) }
    }

    // Returns the subject of an event. Not an initializer, which would retain the member: see ``MemberList``.
    @inline(never)
    private func eventSubject(
        _ membership: Membership,
        _ failure: consuming RequestFailure?
    ) -> GroupNotifications.Subject {
        let (metadata, details) = (membership.metadata, membership.member.details)
        return GroupNotifications.Subject(
            label: membership.label,
            index: membership.member.index,
            issuer: details?.issuer,
            metadata: metadata ?? details?.metadata,
            failure: failure
        )
    }

    /// Queues a notification; `subject` is evaluated only in a group with observers.
    @inline(__always)
    mutating func notify(
        _ kind: RequestGroupEvent.Kind,
        _ subject: @autoclosure () -> GroupNotifications.Subject = GroupNotifications.Subject()
    ) {
        if hasObservers { queueNotification(kind, subject()) }
    }

    @inline(never)
    private mutating func queueNotification(
        _ kind: RequestGroupEvent.Kind,
        _ subject: consuming GroupNotifications.Subject
    ) {
        let notice = GroupNotifications.Notice(kind, subject, progress)
        if !recorders.isEmpty { records.add(.event(notice, to: recorders)) }
        if !observers.isEmpty { deliveries.add(.event(notice, to: observers)) }
    }
}

/// What a group knows of one who is in it, or was.
struct Member {
    /// What it is in the group for.
    let kind: Kind
    let isOptional: Bool
    var stay = Stay.outside
    /// Whether it stays until its finish, answered or not.
    var finish = Finish.none
    /// Whether there is nothing left to do when the membership is released.
    // Only the one call that made the request leave writes it, and only the `deinit` of the membership reads it,
    // which comes after all calls.
    var hasLeft = false
    /// Whether anything was being handed over where the request was issued, or more is known of it.
    // Written only where the request is issued, before its client or its caller has it.
    var hasContext = false
    /// How many of its callbacks are running: it stays until all have returned.
    var running: Int16 = 0
    // Half as wide as numbers are elsewhere, as there is a member for each request: a group numbers four billion.
    private var storedOrder: UInt32 = 0
    private var storedIndex: UInt32 = 0
    /// The error of its first answer.
    var error: (any Error)?
    /// What most members have none of.
    private(set) var details: MemberDetails?
    /// Its neighbours in the list of those who are present.
    var previous: Unmanaged<Membership>?
    var next: Unmanaged<Membership>?

    init(_ kind: Kind, isOptional: Bool) {
        self.kind = kind
        self.isOptional = isOptional
    }
}

extension Member {
    /// Its position among all who have entered.
    var order: Int {
        get { Int(storedOrder) }
        set { storedOrder = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Its position among the requests.
    var index: Int {
        get { Int(storedIndex) }
        set { storedIndex = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Whether a callback comes after all others, with which it leaves.
    enum Finish {
        case none, awaited, over
    }

    /// What a place in the group is for.
    enum Kind {
        /// A request: counted by the progress, and lost if it is released unanswered.
        case request
        /// A captured closure or a nested group: holds the group open, and is not counted.
        case hold
        /// What keeps the group open on behalf of requests that are in it: nobody waits for it by
        /// name, and it misses no deadline.
        case keep
    }

    /// How far it has come.
    enum Stay {
        /// Not in yet, or not any more.
        case outside
        /// The group waits for its answer.
        case waiting
        /// The group waits for its answer, which is an echo of the cancelling.
        case cancelled
        /// Its first answer has come, which is the one that counts, whichever callback returns first.
        case answered
        /// The same, after it was cancelled.
        case answeredCancelled
        /// Not in any more, as its deadline has passed: its first answer is late, but no duplicate.
        case overdue
    }

    /// Whether the group waits for it.
    var isPresent: Bool { stay != .outside && stay != .overdue }

    /// Whether an answer has come of a request that is present.
    var isAnswered: Bool { stay == .answered || stay == .answeredCancelled }

    /// Whether it was cancelled before it was answered: its failure is an echo then.
    var wasCancelled: Bool { stay == .cancelled || stay == .answeredCancelled }

    /// Whatever ends it from now on is an echo, unless it is answered already.
    mutating func cancel() {
        if stay == .waiting { stay = .cancelled }
    }

    /// An answer comes: returns whether it is the first.
    mutating func answer(_ error: (any Error)?) -> Bool {
        switch stay {
        case .waiting: stay = .answered
        case .cancelled: stay = .answeredCancelled
        case .overdue:
            stay = .outside
            return true
        case .outside, .answered, .answeredCancelled: return false
        }
        self.error = error
        return true
    }

    /// The details, which it has from now on.
    mutating func addingDetails() -> MemberDetails {
        if let details { return details }
        let new = MemberDetails()
        details = new
        return new
    }

    /// Takes the details, which may hold the last reference to anything.
    mutating func takeDetails() -> MemberDetails? {
        details.take()
    }

    /// What it ends with, if that is known.
    var ending: Ending? { isAnswered ? Ending(error) : nil }

    /// Whether nothing keeps it any more, now that a callback of it has returned.
    var isDone: Bool { running == 0 && (finish == .none ? isAnswered : finish == .over) }

    /// Whether it is a request in its one callback that has nothing to give back, as nearly all are.
    var isPlain: Bool {
        kind == .request && isPresent && running == 1 && finish == .none && details == nil
    }
}

/// What a member has that can be cancelled, has a slot, or was issued by another.
final class MemberDetails {
    /// What is to be run for it.
    var actions: [MemberAction] = []
    /// The group that the member stands for, if it does.
    weak var nested: RequestGroup?
    /// The request that the member is a part of, if it is.
    var whole: Membership?
    /// Whether a part has cancel actions of its own, and is not cancelled by the whole.
    var isCancelledAlone = false
    /// What was being handed over where it was issued, if anything was.
    var context: HandedContext?
    /// What is known of it besides, if somebody asked.
    var issue: RequestIssue?
    /// Who issued it, if that is worth knowing.
    var issuer: IssuingRequest?
    /// How long its group had been open when it entered, if somebody may ask for its age.
    var entered: Duration?
    /// Whether it has to wait for a slot, and whether that is over.
    var wait = Wait.none
    /// What is given back when it leaves.
    var permits: [LimiterPermit] = []

    /// The waiting for a slot of one whose group is observed.
    enum Wait {
        case none, waiting, over
    }

    /// Moves the cancel handlers of the request, and the rejection of its delayed start, into the effects.
    func takeCancelActions(
        with own: CancelAction?,
        _ cancellation: GroupCancellation,
        effects: inout GroupState.Effects
    ) {
        let hasHandler = own != nil || actions.contains { $0.occasion == .cancelling }
        for action in takeRejections() { effects.append(.reject(action, cancellation)) }
        if let own { effects.append(.cancel(own, cancellation)) }
        var kept: [MemberAction] = []
        for action in actions {
            switch action.occasion {
            case .cancellingBeforeStart: break
            case .cancelling: effects.append(.cancel(action.run, cancellation))
            // Not run, but released after unlocking: it may hold the last reference to anything.
            case .cancellingParts where hasHandler, .cancellingOperation where hasHandler:
                effects.append(.release(action))
            case .cancellingParts: effects.append(.cancel(action.run, cancellation))
            case .cancellingOperation:
                effects.append(.end(action.run, cancellation))
                // A deadline repeats it: the thread that cancels may be running a cancel handler until then.
                if cancellation != .deadline { kept.append(action) }
            case .deadline, .resuming: kept.append(action)
            }
        }
        actions = kept
    }

    /// Takes what keeps the request from starting.
    func takeRejections() -> [CancelAction] {
        let rejections = actions.filter { $0.occasion == .cancellingBeforeStart }
        if !rejections.isEmpty { actions.removeAll { $0.occasion == .cancellingBeforeStart } }
        return rejections.map(\.run)
    }
}

/// Something to be run for a request, and when.
package struct MemberAction {
    let occasion: Occasion
    package let run: CancelAction

    package enum Occasion {
        /// Once, when the request is cancelled before it has started: it must not start any more.
        case cancellingBeforeStart
        /// Once, when the request is cancelled.
        case cancelling
        /// Once, when the request is cancelled and has no cancel handler of its own: cancels its parts.
        case cancellingParts
        /// When the request is cancelled and has no cancel handler of its own, and again at the deadline: cancels
        /// the task of its operation.
        case cancellingOperation
        /// At the deadline, cancelled before or not: ends the request.
        case deadline
        /// At the deadline, cancelled before or not, and before any user code: resumes the task that awaits
        /// the request.
        case resuming
    }
}

/// The state of one member of a group, protected by the lock of the group.
struct Member {
    let kind: Kind
    let isOptional: Bool
    var stay = Stay.outside
    var finish = Finish.none
    /// A Boolean value that indicates whether the deinit of the membership has nothing to do.
    // Not under the lock: only the call that makes the request leave writes it, and only the deinit of the
    // membership, which comes after all calls, reads it.
    var hasLeft = false
    /// A Boolean value that indicates whether active calls or metadata were captured when the request was
    /// issued.
    // Not under the lock: written only when the request is issued, before the client or the caller has it.
    var hasContext = false
    /// The number of running callbacks, all of which have to return before the request leaves.
    var running: Int16 = 0
    // 32 bits, because each request has a member: a group numbers four billion.
    private var storedOrder: UInt32 = 0
    private var storedIndex: UInt32 = 0
    var error: (any Error)?
    private var attachment = Attachment.none
    /// The neighbours in the list of members.
    var previous: Unmanaged<Membership>?
    var next: Unmanaged<Membership>?

    init(_ kind: Kind, isOptional: Bool) {
        self.kind = kind
        self.isOptional = isOptional
    }
}

extension Member {
    /// The position among all members that have entered.
    var order: Int {
        get { Int(storedOrder) }
        set { storedOrder = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The position among the requests that have entered.
    var index: Int {
        get { Int(storedIndex) }
        set { storedIndex = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The state of the `finally` callback, with which a request leaves.
    enum Finish {
        case none, awaited, over
    }

    enum Kind {
        /// A request: counted by the progress, and lost if it is released without an answer.
        case request
        /// A captured closure or a nested group: keeps the group open, and is not counted.
        case hold
        /// A hidden hold on behalf of a request, such as a subrequest: it is not listed as outstanding, and
        /// never times out.
        case keep
    }

    enum Stay {
        /// The member is not in the group yet, or no longer.
        case outside
        /// The group waits for an answer.
        case waiting
        /// The member was cancelled, and the group waits for an answer: a failure is a consequence of
        /// cancelling.
        case cancelled
        /// The first answer has come. It counts, whichever callback returns first.
        case answered
        /// The first answer has come after the member was cancelled.
        case answeredCancelled
        /// Removed at the deadline; the next answer is ignored, not reported as a duplicate.
        case overdue
    }

    /// A Boolean value that indicates whether the member is in the group.
    var isPresent: Bool { stay != .outside && stay != .overdue }

    /// A Boolean value that indicates whether the member is in the group and has its answer.
    var isAnswered: Bool { stay == .answered || stay == .answeredCancelled }

    /// A Boolean value that indicates whether the member was cancelled before its answer.
    var wasCancelled: Bool { stay == .cancelled || stay == .answeredCancelled }

    /// Marks the member as cancelled, unless it has its answer.
    mutating func cancel() {
        if stay == .waiting { stay = .cancelled }
    }

    /// Records an answer, and returns whether it is the first.
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

    /// The properties that few members need.
    enum Attachment {
        case none
        /// The permit of a request that did not wait for it.
        case permit(LimiterPermit)
        case details(MemberDetails)
    }

    /// The details; `nil` for most members.
    var details: MemberDetails? {
        guard case .details(let details) = attachment else { return nil }
        return details
    }

    /// Returns the details, and makes them if necessary.
    mutating func addingDetails() -> MemberDetails {
        if case .details(let details) = attachment { return details }
        let details = MemberDetails()
        if case .permit(let permit) = attachment { details.permits = [permit] }
        attachment = .details(details)
        return details
    }

    /// Adds a permit, to be returned when the member leaves.
    mutating func add(_ permit: LimiterPermit) {
        if case .none = attachment {
            attachment = .permit(permit)
        } else {
            addingDetails().permits.append(permit)
        }
    }

    /// Takes the attachment, to be released after unlocking: a deinit may run user code.
    mutating func takeAttachment() -> Attachment {
        defer { attachment = .none }
        return attachment
    }

    private var isBare: Bool {
        if case .none = attachment { true } else { false }
    }

    /// The ending, if the answer is known.
    var ending: Ending? { isAnswered ? Ending(error) : nil }

    /// A Boolean value that indicates whether the request leaves when no callback is running any more.
    var isDone: Bool { running == 0 && (finish == .none ? isAnswered : finish == .over) }

    /// A Boolean value that indicates whether the request is in its only callback, and has no details.
    var isPlain: Bool {
        kind == .request && isPresent && running == 1 && finish == .none && isBare
    }
}

/// The properties of a member that few members need, such as cancel handlers and permits.
final class MemberDetails {
    /// The closures to run when the member is cancelled or misses its deadline.
    var actions: [MemberAction] = []
    /// The nested group that the member stands for.
    weak var nested: RequestGroup?
    /// The request of which the member is a subrequest.
    var whole: Membership?
    /// A Boolean value that indicates whether a subrequest runs its cancel handlers itself, not with its
    /// request.
    var isCancelledAlone = false
    var context: HandedContext?
    /// The metadata of the request, once it is needed.
    var issue: RequestIssue?
    /// The issuer, in a group with observers.
    var issuer: IssuingRequest?
    /// The age of its group when the member entered, for stall reports.
    var entered: Duration?
    var wait = Wait.none
    /// The permits to return when the member leaves.
    var permits: [LimiterPermit] = []

    /// The state of waiting for a permit, in a group with observers.
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
            // Not run: the request has a cancel handler of its own. Released after unlocking, because a deinit
            // may run user code.
            case .cancellingParts where hasHandler, .cancellingOperation where hasHandler:
                effects.append(.release(action))
            case .cancellingParts: effects.append(.cancel(action.run, cancellation))
            case .cancellingOperation:
                effects.append(.end(action.run, cancellation))
                // A deadline runs it again, because the cancelling thread may be blocked in a cancel handler.
                if cancellation != .deadline { kept.append(action) }
            case .deadline, .resuming: kept.append(action)
            }
        }
        actions = kept
    }

    func takeRejections() -> [CancelAction] {
        let rejections = actions.filter { $0.occasion == .cancellingBeforeStart }
        if !rejections.isEmpty { actions.removeAll { $0.occasion == .cancellingBeforeStart } }
        return rejections.map(\.run)
    }
}

/// A closure to run for a request, and its occasion.
package struct MemberAction {
    let occasion: Occasion
    package let run: CancelAction

    package enum Occasion {
        /// Once, when the request is cancelled before it has started: rejects the request.
        case cancellingBeforeStart
        case cancelling
        /// Once, when the request is cancelled and has no cancel handler of its own: cancels its subrequests.
        case cancellingParts
        /// When the request is cancelled without a cancel handler of its own, and again at the deadline:
        /// cancels the operation.
        case cancellingOperation
        /// At the deadline, whether or not the request was cancelled before: ends the request.
        case deadline
        /// At the deadline, before any user code: resumes the task that awaits the request.
        case resuming
    }
}

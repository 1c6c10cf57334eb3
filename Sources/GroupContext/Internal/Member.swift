/// What a group knows of one who is in it, or was.
struct Member {
    /// What it is in the group for.
    let kind: Kind
    let isOptional: Bool
    /// Its position among all who have entered.
    var order = -1
    /// Its position among the requests.
    var index = -1
    /// Whether the group waits for it.
    var isPresent = false
    /// Whether an answer has come: the first that comes counts, whichever callback returns first.
    var isAnswered = false
    /// Whether it stays until its finish, answered or not.
    var leavesOnFinish = false
    var isFinished = false
    /// Whether it was cancelled before it was answered: its failure is an echo then.
    var wasCancelled = false
    /// Whether the deadline passed before it was answered: its first answer is late, but no duplicate.
    var isOverdue = false
    /// How many of its callbacks are running: it stays until all have returned.
    var running: Int32 = 0
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

    /// How it leaves when the last of its callbacks has returned, if that is known.
    var recordedEnding: Ending? { details?.recordedEnding }

    /// Whether nothing keeps it any more, now that a callback of it has returned.
    var isDone: Bool {
        running == 0 && (leavesOnFinish ? isFinished : recordedEnding != nil)
    }

    /// Whether it is a request in its one callback that has nothing to give back, as nearly all are.
    var isPlain: Bool {
        kind == .request && isPresent && running == 1 && !leavesOnFinish && details == nil
    }
}

/// What a member has that can be cancelled, has a slot, or waits for a callback to return.
final class MemberDetails {
    /// How it leaves when the last of its callbacks has returned.
    var recordedEnding: Ending?
    /// Keeps the request from starting, as long as it has not.
    var refusal: CancelAction?
    /// Run once, when the request is cancelled.
    var cancelActions: [CancelAction] = []
    /// Run at the deadline, cancelled before or not: tell who waits that nobody does any more.
    var expiryActions: [CancelAction] = []
    /// The group that the member stands for, if it does.
    weak var nested: RequestGroup?
    /// The request that the member is a part of, if it is.
    var whole: Membership?
    /// Run in place of the cancel actions if there are none: what cancels the parts of the request, or
    /// the task of its operation.
    var partActions: [CancelAction] = []
    /// What was being handed over where it was issued, if anything was.
    var context: HandedContext?
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

    /// Takes what cancels it: what keeps it from starting, and what its client has.
    ///
    /// The others cancel nothing, but may hold the last reference to anything.
    func takeCancelActions() -> (actions: [CancelAction], others: [CancelAction]) {
        defer { (refusal, cancelActions, partActions) = (nil, [], []) }
        let refusals = [refusal].compactMap(\.self)
        return cancelActions.isEmpty
            ? (refusals + partActions, []) : (refusals + cancelActions, partActions)
    }
}

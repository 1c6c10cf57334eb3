@testable import GroupContext

/// A second and plain implementation of the counting of a group: a list of all members that have entered, each
/// with its state.
///
/// It has no links and no closures, and stores nothing that can be computed. ``takeConsequences()`` returns the
/// effects of each step, for comparison.
struct GroupStateModel: Hashable {
    let policy: FailurePolicy?
    var members: [ModelMember] = []
    private(set) var cancellation: CancellationReason?
    private(set) var isExpired = false
    private(set) var isClosed = false
    private(set) var isCompleted = false

    var phase: GroupState.Phase {
        if isCompleted { return .completed }
        return isClosed ? .closed : .open
    }

    private var consequences: [Consequence] = []

    init(policy: FailurePolicy?) { self.policy = policy }

    mutating func takeConsequences() -> [Consequence] {
        defer { consequences = [] }
        return consequences
    }
}

// MARK: - Reading

extension GroupStateModel {
    /// O1: the numbers of requests that have entered, left and failed; holds are not requests.
    var progress: GroupProgress {
        var progress = GroupProgress()
        for member in members where member.kind == .request {
            progress.total += 1
            if member.outcome != nil { progress.finished += 1 }
            if member.hasFailed { progress.failed += 1 }
        }
        return progress
    }

    /// C2: every failure, in issue order.
    var failures: [Failure] {
        policy == nil ? [] : members.indices.compactMap { failure(of: $0) }
    }

    /// The members for which the group waits.
    var outstanding: [Int] { present.filter { members[$0].kind != .hiddenHold } }

    /// The members in the group, in issue order.
    var present: [Int] { members.indices.filter { members[$0].isIn } }

    private func failure(of position: Int) -> Failure? {
        let member = members[position]
        guard case .failed(let fault, let reason) = member.outcome else { return nil }
        return Failure(
            position: position,
            index: member.index,
            fault: fault,
            reason: reason,
            isOptional: member.isOptional
        )
    }
}

// MARK: - Entering and leaving

extension GroupStateModel {
    mutating func enter(_ entrant: Entrant) -> Returned {
        if entrant.isAtOnce, isCompleted || isExpired { return .entry(nil) }
        let index = progress.total
        if isCompleted {
            if entrant.kind == .request { note(.lateRequest, position: members.count) }
            return .entry(nil)
        }
        members.append(ModelMember(entrant, index: index))
        let position = members.count - 1
        if entrant.kind == .request { note(.entered, position: position, index: index) }
        if isExpired {
            timeOut(position)
            return .entry(.rejected(.deadline))
        }
        members[position].wasCancelled = cancellation != nil
        return .entry(cancellation.map { .rejected($0) } ?? .entered)
    }

    /// M2, M6: returns whether the answer is the first of a member in the group, or the first after the
    /// deadline.
    mutating func begin(_ position: Int, _ answer: Answer) -> Returned {
        guard members[position].isIn else {
            defer { members[position].isOverdue = false }
            return .isFirst(members[position].isOverdue)
        }
        members[position].running += 1
        if members[position].isAnswered { return .isFirst(false) }
        members[position].isAnswered = true
        members[position].answer = answer
        return .isFirst(true)
    }

    mutating func end(_ position: Int, _ answer: Answer, isFirst: Bool) -> Returned {
        if !isFirst { notifyOfDuplicate(position) }
        guard members[position].isIn else { return .leaves(false) }
        members[position].running -= 1
        if isFirst { members[position].answer = answer }
        return .leaves(leaveIfDone(position))
    }

    mutating func settle(_ position: Int, _ answer: Answer) -> Returned {
        let isFirst = begin(position, answer) == .isFirst(true)
        return end(position, answer, isFirst: isFirst)
    }

    mutating func beginFinish(_ position: Int) {
        if members[position].isIn { members[position].running += 1 }
    }

    mutating func endFinish(_ position: Int) -> Returned {
        if members[position].isFinished { notifyOfDuplicate(position) }
        members[position].isFinished = true
        guard members[position].isIn else { return .leaves(false) }
        members[position].running -= 1
        if members[position].finally == .awaitedAsAnswer, !members[position].isAnswered {
            members[position].isAnswered = true
            members[position].answer = .success
        }
        return .leaves(leaveIfDone(position))
    }

    /// M3: no answer can come any more.
    mutating func drop(_ position: Int) {
        guard members[position].isIn else { return }
        let isRequest = members[position].kind == .request
        leave(position, members[position].answer?.outcome ?? (isRequest ? .lost : .succeeded))
    }

    /// O2: a hold passes its answers on to a request, which reports the duplicate.
    private mutating func notifyOfDuplicate(_ position: Int) {
        guard members[position].kind == .request else { return }
        note(.duplicateCallback, position: position)
    }

    /// M1: a member leaves after the last of its callbacks has returned.
    private mutating func leaveIfDone(_ position: Int) -> Bool {
        let member = members[position]
        let isDone = member.finally == .none ? member.answer != nil : member.isFinished
        guard member.running == 0, isDone else { return false }
        leave(position, member.answer?.outcome ?? .lost)
        return true
    }

    private mutating func leave(_ position: Int, _ outcome: Outcome) {
        members[position].isIn = false
        conclude(position, outcome)
        returnPermits(position)
        completeIfDone()
    }

    /// P1, P2: a failure of a member that was cancelled before its answer is a consequence, as is a
    /// cancellation error; no consequence cancels the rest.
    private mutating func conclude(_ position: Int, _ outcome: Outcome) {
        defer { checkQuorum() }
        if members[position].kind == .hiddenHold {
            members[position].outcome = .succeeded
            return
        }
        members[position].outcome = outcome
        let wasCancelled = members[position].wasCancelled
        if case .failed(let fault, let reason) = outcome, reason != .timedOut {
            let isConsequence = wasCancelled || fault == .cancellation
            members[position].outcome = .failed(fault, isConsequence ? .cancelled : reason)
        }
        if members[position].kind == .request {
            note(
                .left,
                position: position,
                index: members[position].index,
                failure: failure(of: position)
            )
        }
        if members[position].isCause, policy == .failFast, cancellation == nil { cancel(.failure) }
    }

    /// P1: cancels the group if enough requests have succeeded, or too few are left.
    private mutating func checkQuorum() {
        guard case .quorum(let count) = policy, cancellation == nil else { return }
        let failed = progress.failed
        if progress.finished - failed >= count {
            cancel(.quorum)
        } else if isClosed, failed > 0, progress.total - failed < count,
            present.allSatisfy({ members[$0].kind != .hold })
        {
            cancel(.failure)
        }
    }

    private mutating func returnPermits(_ position: Int) {
        for permit in [Belonging.permit, .waitedPermit] where members[position].has.contains(permit)
        {
            consequences.append(.permit(position))
        }
        members[position].has = []
    }

    /// P3: removes a member at the deadline; a member without an answer has failed.
    private mutating func timeOut(_ position: Int) {
        members[position].isIn = false
        members[position].isOverdue = !members[position].isAnswered
        if members[position].kind == .hiddenHold { return }
        conclude(position, members[position].answer?.outcome ?? .timedOut)
    }
}

// MARK: - Ending

extension GroupStateModel {
    mutating func close(bodyThrew: Bool) {
        isClosed = true
        if bodyThrew { cancel(.bodyThrew) }
        checkQuorum()
        completeIfDone()
    }

    /// P2: the user cancels one request alone, so its failure is a consequence.
    mutating func cancelAlone(_ position: Int) {
        guard members[position].isIn else { return }
        if !members[position].isAnswered { members[position].wasCancelled = true }
        runCancelActions(of: position, .requested)
    }

    /// P2: runs each cancel handler once.
    mutating func cancel(_ reason: CancellationReason) {
        guard !isCompleted else { return }
        cancellation = cancellation ?? reason
        for position in present {
            let (member, has) = (members[position], members[position].has)
            let ends = reason == .deadline && has.contains(.expiryAction)
            if !ends, has.isDisjoint(with: [.rejection, .cancelAction]) { continue }
            if !member.isAnswered { members[position].wasCancelled = true }
            runCancelActions(of: position, reason)
            if ends { consequences.append(.expire(position)) }
        }
        if reason == .deadline { expire() }
    }

    private mutating func runCancelActions(of position: Int, _ reason: CancellationReason) {
        let has = members[position].has
        if has.contains(.rejection) { consequences.append(.reject(position, reason)) }
        if has.contains(.cancelAction) { consequences.append(.cancel(position, reason)) }
        members[position].has.subtract([.rejection, .cancelAction])
    }

    private mutating func expire() {
        isExpired = true
        for position in present {
            timeOut(position)
            returnPermits(position)
        }
        completeIfDone()
    }

    /// C1: completes the group exactly once, when the body has returned and no member is left.
    private mutating func completeIfDone() {
        guard isClosed, !isCompleted, present.isEmpty else { return }
        isCompleted = true
        note(.completed)
        consequences.append(.complete)
    }

    mutating func note(
        _ kind: RequestGroupEvent.Kind,
        position: Int? = nil,
        index: Int? = nil,
        failure: Failure? = nil
    ) {
        // A late request has no position; all other members with a label have one.
        let index = kind == .lateRequest ? nil : index ?? position.map { members[$0].index }
        consequences.append(
            .note(
                Note(
                    kind: kind,
                    position: position,
                    index: index,
                    failure: failure,
                    progress: progress
                )
            )
        )
    }
}

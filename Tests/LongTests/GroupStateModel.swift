@testable import GroupContext

/// What a group should count, written down a second time and as plainly as possible: a list of all
/// who have entered, each with what became of it.
///
/// No links, no closures, nothing kept that could be counted. It says what every step brings about;
/// who compares takes that out with ``takeConsequences()``.
struct GroupStateModel: Hashable {
    let policy: FailurePolicy
    private(set) var members: [ModelMember] = []
    private(set) var cancellation: GroupCancellation?
    private(set) var isExpired = false
    private(set) var isClosed = false
    private(set) var isCompleted = false

    var phase: GroupState.Phase {
        if isCompleted { return .completed }
        if isClosed { return .closed }
        return isExpired ? .expired : .open
    }

    private var consequences: [Consequence] = []

    init(policy: FailurePolicy) {
        self.policy = policy
    }

    mutating func takeConsequences() -> [Consequence] {
        defer { consequences = [] }
        return consequences
    }
}

// MARK: - What can be read

extension GroupStateModel {
    /// O1: how many requests have entered, left and failed; holds are not requests.
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
        policy == .unrecorded ? [] : members.indices.compactMap { failure(of: $0) }
    }

    /// C6: for whom the group waits.
    var outstanding: [Int] { present.filter { members[$0].kind != .keep } }

    /// Who is in, in issue order.
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
        if entrant.isAtOnce, isCompleted || cancellation != nil { return .entry(nil) }
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
            return .entry(.refused(.deadline))
        }
        members[position].isTold = cancellation != nil
        return .entry(cancellation.map { .refused($0) } ?? .entered)
    }

    /// M2, M6: whether the answer is the first of one that is in, or the first after the deadline.
    mutating func begin(_ position: Int, _ answer: Answer) -> Returned {
        guard members[position].isIn else {
            defer { members[position].owesAnswer = false }
            return .isFirst(members[position].owesAnswer)
        }
        members[position].running += 1
        if members[position].isAnswered { return .isFirst(false) }
        members[position].isAnswered = true
        members[position].answer = answer
        return .isFirst(true)
    }

    mutating func end(_ position: Int, _ answer: Answer, isFirst: Bool) -> Returned {
        if !isFirst { noteDuplicate(position) }
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
        if members[position].isFinished { noteDuplicate(position) }
        members[position].isFinished = true
        guard members[position].isIn else { return .leaves(false) }
        members[position].running -= 1
        return .leaves(leaveIfDone(position))
    }

    /// M3: nobody can answer any more.
    mutating func drop(_ position: Int) {
        guard members[position].isIn else { return }
        let isRequest = members[position].kind == .request
        leave(position, members[position].answer?.outcome ?? (isRequest ? .lost : .succeeded))
    }

    /// O2: what only keeps the group open passes its answers on to a request, which tells.
    private mutating func noteDuplicate(_ position: Int) {
        guard members[position].kind == .request else { return }
        note(.duplicateCallback, position: position)
    }

    /// M1: after the last of its callbacks.
    private mutating func leaveIfDone(_ position: Int) -> Bool {
        let member = members[position]
        let isDone = member.leavesOnFinish ? member.isFinished : member.answer != nil
        guard member.running == 0, isDone else { return false }
        leave(position, member.answer?.outcome ?? .succeeded)
        return true
    }

    private mutating func leave(_ position: Int, _ outcome: Outcome) {
        members[position].isIn = false
        conclude(position, outcome)
        giveBack(position)
        completeIfDone()
    }

    /// P1, P2: a failure of whom somebody had cancelled before it answered is an echo, and so is a
    /// cancellation; and no echo cancels the rest.
    private mutating func conclude(_ position: Int, _ outcome: Outcome) {
        if members[position].kind == .keep {
            members[position].outcome = .succeeded
            return
        }
        members[position].outcome = outcome
        let isTold = members[position].isTold
        if case .failed(let fault, let reason) = outcome, reason != .timedOut {
            let isEcho = isTold || fault == .cancellation
            members[position].outcome = .failed(fault, isEcho ? .cancelled : reason)
        }
        if members[position].kind == .request {
            note(
                .left,
                position: position,
                index: members[position].index,
                failure: failure(of: position)
            )
        }
        if members[position].isCause, policy == .failFast, cancellation == nil { cancel(.failFast) }
    }

    private mutating func giveBack(_ position: Int) {
        if members[position].has.remove(.permit) != nil { consequences.append(.permit(position)) }
        members[position].has = []
    }

    /// P3: nobody waits any more, and who had not answered has failed.
    private mutating func timeOut(_ position: Int) {
        members[position].isIn = false
        members[position].owesAnswer = !members[position].isAnswered
        if members[position].kind == .keep { return }
        conclude(position, members[position].answer?.outcome ?? .timedOut)
    }
}

// MARK: - Ending

extension GroupStateModel {
    mutating func close(bodyThrew: Bool) {
        isClosed = true
        if bodyThrew { cancel(.bodyThrew) }
        completeIfDone()
    }

    /// P2: the user cancels one alone, which makes its failure an echo.
    mutating func cancelAlone(_ position: Int) {
        guard members[position].isIn else { return }
        if !members[position].isAnswered { members[position].isTold = true }
        runCancelActions(of: position, .requested)
    }

    /// P2: each cancel action once.
    mutating func cancel(_ reason: GroupCancellation) {
        guard !isCompleted else { return }
        cancellation = cancellation ?? reason
        for position in present {
            let (member, has) = (members[position], members[position].has)
            if has.isDisjoint(with: [.refusal, .cancelAction]) { continue }
            if !member.isAnswered { members[position].isTold = true }
            runCancelActions(of: position, reason)
        }
        if reason == .deadline { expire() }
    }

    private mutating func runCancelActions(of position: Int, _ reason: GroupCancellation) {
        let has = members[position].has
        if has.contains(.refusal) { consequences.append(.refuse(position, reason)) }
        if has.contains(.cancelAction) { consequences.append(.cancel(position, reason)) }
        members[position].has.subtract([.refusal, .cancelAction])
    }

    private mutating func expire() {
        isExpired = true
        for position in present {
            if members[position].has.contains(.expiryAction) {
                consequences.append(.expire(position))
            }
            timeOut(position)
            giveBack(position)
        }
        completeIfDone()
    }

    /// C1: exactly once, when the body has returned and nobody is in.
    private mutating func completeIfDone() {
        guard isClosed, !isCompleted, present.isEmpty else { return }
        isCompleted = true
        note(.completed)
        consequences.append(.complete)
    }

    private mutating func note(
        _ kind: RequestGroupEvent.Kind,
        position: Int? = nil,
        index: Int? = nil,
        failure: Failure? = nil
    ) {
        // A late request never had a place; all others that have a label do.
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

// MARK: - What a member is cancelled by, and gives back

extension GroupStateModel {
    /// Why it is too late to add anything, if it is.
    private func expiry(of position: Int) -> GroupCancellation? {
        members[position].owesAnswer ? .deadline : nil
    }

    mutating func add(_ belonging: Belonging, to position: Int) -> Returned {
        guard members[position].isIn else {
            return belonging == .permit ? .leaves(true) : .cancellation(expiry(of: position))
        }
        // Who is cancelled already is told at once.
        if belonging == .cancelAction || belonging == .refusal, let cancellation {
            if !members[position].isAnswered { members[position].isTold = true }
            return .cancellation(cancellation)
        }
        if belonging == .cancelAction || belonging == .refusal, members[position].isTold {
            return .cancellation(.requested)
        }
        members[position].has.insert(belonging)
        return belonging == .permit ? .leaves(false) : .cancellation(nil)
    }

    mutating func start(_ position: Int) -> Returned {
        let member = members[position]
        guard member.isIn else {
            return .start(expiry(of: position) ?? cancellation ?? .requested, hasRefusal: false)
        }
        if member.isTold { return .start(cancellation ?? .requested, hasRefusal: false) }
        return .start(nil, hasRefusal: members[position].has.remove(.refusal) != nil)
    }

    /// Observers hear that it waits once, and that it starts only if they have heard that.
    mutating func wait(_ position: Int) {
        let member = members[position]
        guard member.isIn, !member.hasWaited, !member.hasStarted else { return }
        members[position].hasWaited = true
        note(.waiting, position: position)
    }

    mutating func willStart(_ position: Int) {
        let member = members[position]
        guard member.isIn else { return }
        if member.hasWaited, !member.hasStarted { note(.started, position: position) }
        members[position].hasStarted = true
    }
}

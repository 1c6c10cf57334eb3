@testable import GroupContext

/// What can happen in an exploration: the more, the fewer members it can afford.
struct GroupStateSetting {
    var name: String
    var memberLimit: Int
    var entrants = [Entrant()]
    /// What a callback that is the first of its request may bring.
    var answers: [Answer] = [.success, .error]
    /// How many callbacks of one request may run at once; with none a callback is a single step.
    var callbackLimit = 0
    /// How many callbacks may run at once in the whole group.
    var overlapLimit = 2
    var belongings: [Belonging] = []
    /// Whether requests may have to wait for a slot.
    var mayWait = false
    var bodyMayThrow = false

    /// Every step that can be taken now, in any order of time that a client can bring about.
    func steps(
        after model: GroupStateModel,
        running: [[RunningCallback]]
    ) -> [GroupStateStep] {
        var steps: [GroupStateStep] = []
        if model.members.count < memberLimit || model.isCompleted {
            steps += entrants.map { .enter($0) }
        }
        for position in model.members.indices {
            let mayBegin = running.joined().count < overlapLimit
            steps += self.steps(of: position, in: model, running[position], mayBegin: mayBegin)
        }
        // Closing twice is nobody's habit, but shows that a group completes once.
        steps += [.cancel, .deadline, .close(bodyThrew: false)]
        if !model.isClosed, bodyMayThrow { steps.append(.close(bodyThrew: true)) }
        return steps
    }

    private func steps(
        of position: Int,
        in model: GroupStateModel,
        _ running: [RunningCallback],
        mayBegin: Bool
    ) -> [GroupStateStep] {
        let member = model.members[position]
        // A callback that is running keeps its membership.
        var steps: [GroupStateStep] = running.isEmpty ? [.drop(position)] : []
        // What only keeps the group open may have callbacks too, which pass the answer on to a request.
        if member.kind != .hold {
            if callbackLimit == 0 {
                steps += answers.map { .answer(position, $0) }
            } else {
                steps += callbackSteps(of: position, member, running, mayBegin: mayBegin)
            }
        }
        for belonging in belongings where !member.has.contains(belonging) {
            steps.append(.add(belonging, position))
        }
        if belongings.contains(.refusal) { steps.append(.start(position)) }
        if belongings.contains(.cancelAction) { steps.append(.cancelAlone(position)) }
        if mayWait, member.kind == .request { steps += [.wait(position), .willStart(position)] }
        return steps
    }

    private func callbackSteps(
        of position: Int,
        _ member: ModelMember,
        _ running: [RunningCallback],
        mayBegin: Bool
    ) -> [GroupStateStep] {
        var steps: [GroupStateStep] = []
        for callback in running where !steps.contains(.end(position, callback)) {
            steps.append(.end(position, callback))
        }
        if running.count < callbackLimit, mayBegin {
            // What a further one brings is nobody's business: an error is what could do harm.
            let mayCount = member.isIn && !member.isAnswered
            steps += (mayCount ? answers : [.error]).map { .begin(position, $0) }
            if member.leavesOnFinish { steps.append(.beginFinish(position)) }
        }
        return steps
    }
}

extension GroupStateSetting {
    /// Requests that are answered in one step each, or dropped.
    static func answers(_ memberLimit: Int) -> Self {
        Self(name: "answers", memberLimit: memberLimit)
    }

    /// Requests whose callbacks overlap.
    static func callbacks(_ memberLimit: Int) -> Self {
        Self(name: "callbacks", memberLimit: memberLimit, callbackLimit: 2)
    }

    /// Requests whose callbacks overlap, with one that comes after all others.
    static func finishes(_ memberLimit: Int) -> Self {
        Self(
            name: "finishes",
            memberLimit: memberLimit,
            entrants: [Entrant(leavesOnFinish: true)],
            callbackLimit: 2
        )
    }

    /// Requests that are cancelled, limited and refused.
    static func cancelling(_ memberLimit: Int) -> Self {
        Self(
            name: "cancelling",
            memberLimit: memberLimit,
            answers: [.success, .error, .cancellation],
            belongings: [.refusal, .cancelAction, .expiryAction, .permit]
        )
    }

    /// Requests that wait for a slot, and may be refused or cancelled meanwhile.
    static func waiting(_ memberLimit: Int) -> Self {
        Self(
            name: "waiting",
            memberLimit: memberLimit,
            belongings: [.refusal, .permit],
            mayWait: true
        )
    }

    /// All who can be in a group.
    static func kinds(_ memberLimit: Int) -> Self {
        Self(
            name: "kinds",
            memberLimit: memberLimit,
            entrants: [
                Entrant(), Entrant(isOptional: true), Entrant(isAtOnce: true),
                Entrant(kind: .hold), Entrant(kind: .keep),
            ],
            answers: [.success, .error, .cancellation],
            bodyMayThrow: true
        )
    }

    /// All of it at once.
    static func everything(_ memberLimit: Int) -> Self {
        Self(
            name: "everything",
            memberLimit: memberLimit,
            entrants: [
                Entrant(), Entrant(leavesOnFinish: true), Entrant(isOptional: true),
                Entrant(isAtOnce: true), Entrant(kind: .hold), Entrant(kind: .keep),
            ],
            answers: [.success, .error, .cancellation],
            callbackLimit: 2,
            belongings: [.refusal, .cancelAction, .expiryAction, .permit],
            mayWait: memberLimit > 1,
            bodyMayThrow: true
        )
    }
}

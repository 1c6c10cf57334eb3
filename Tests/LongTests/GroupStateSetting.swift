@testable import GroupContext

/// The events of an exploration: more kinds of events allow fewer members.
struct GroupStateSetting {
    var name: String
    var memberLimit: Int
    var entrants = [Entrant()]
    /// The possible answers of the first callback of a request.
    var answers: [Answer] = [.success, .error]
    /// The maximum of running callbacks of one request; if zero, a callback is a single step.
    var callbackLimit = 0
    /// The maximum of running callbacks in the whole group.
    var overlapLimit = 2
    var belongings: [Belonging] = []
    var bodyMayThrow = false

    /// Returns every step that a client can cause in this state.
    func steps(after model: GroupStateModel, running: [[RunningCallback]]) -> [GroupStateStep] {
        var steps: [GroupStateStep] = []
        if model.members.count < memberLimit || model.isCompleted {
            steps += entrants.map { .enter($0) }
        }
        for position in model.members.indices {
            let mayBegin = running.joined().count < overlapLimit
            steps += self.steps(of: position, in: model, running[position], mayBegin: mayBegin)
        }
        // Closing twice is unusual, but shows that a group completes once.
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
        // A hidden hold may have callbacks too, which pass the answer on to a request.
        if member.kind != .hold {
            if callbackLimit == 0 {
                steps += answers.map { .answer(position, $0) }
            } else {
                steps += callbackSteps(of: position, member, running, mayBegin: mayBegin)
            }
        }
        for belonging in belongings where !member.has.contains(belonging) {
            // A request waits once for each permit.
            if belonging == .rejection, member.has.contains(.waitedPermit) { continue }
            steps.append(.add(belonging, position))
        }
        if belongings.contains(.rejection) { steps.append(.start(position)) }
        if belongings.contains(.cancelAction) { steps.append(.cancelAlone(position)) }
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
            // The value of a further answer does not matter, so it is an error, which could do harm.
            let mayCount = member.isIn && !member.isAnswered
            steps += (mayCount ? answers : [.error]).map { .begin(position, $0) }
            if member.finally != .none { steps.append(.beginFinish(position)) }
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

    /// Requests whose callbacks overlap, with a final callback after all others.
    static func finishes(_ memberLimit: Int) -> Self {
        Self(
            name: "finishes",
            memberLimit: memberLimit,
            entrants: [Entrant(finally: .awaited)],
            callbackLimit: 2
        )
    }

    /// Requests that are cancelled, limited and rejected.
    static func cancelling(_ memberLimit: Int) -> Self {
        Self(
            name: "cancelling",
            memberLimit: memberLimit,
            answers: [.success, .error, .cancellation],
            belongings: [.rejection, .cancelAction, .expiryAction, .permit]
        )
    }

    private static let allKinds = [
        Entrant(), Entrant(isOptional: true), Entrant(isAtOnce: true),
        Entrant(kind: .hold), Entrant(kind: .hiddenHold),
    ]

    /// All kinds of members.
    static func kinds(_ memberLimit: Int) -> Self {
        Self(
            name: "kinds",
            memberLimit: memberLimit,
            entrants: allKinds,
            answers: [.success, .error, .cancellation],
            bodyMayThrow: true
        )
    }

    /// All settings at once.
    static func everything(_ memberLimit: Int) -> Self {
        Self(
            name: "everything",
            memberLimit: memberLimit,
            entrants: allKinds + [Entrant(finally: .awaited), Entrant(finally: .awaitedAsAnswer)],
            answers: [.success, .error, .cancellation],
            callbackLimit: 2,
            belongings: [.rejection, .cancelAction, .expiryAction, .permit],
            bodyMayThrow: true
        )
    }
}

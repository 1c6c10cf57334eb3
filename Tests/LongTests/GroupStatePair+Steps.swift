@testable import GroupContext

// Performs a step in the group.
extension GroupStatePair {
    func perform(_ step: GroupStateStep, effects: inout GroupState.Effects) -> Returned {
        switch step {
        case .enter(let entrant): return enter(entrant, effects: &effects)
        case .answer(let position, let answer):
            let (membership, error) = (memberships[position], answer.error(of: position))
            let isFirst = present.state.beginAnswer(membership, error)
            return .leaves(end(membership, isFirst: isFirst, effects: &effects))
        case .begin(let position, let answer):
            let error = answer.error(of: position)
            return .isFirst(present.state.beginAnswer(memberships[position], error))
        case .beginFinish(let position): present.state.beginFinally(memberships[position])
        case .end(let position, .answer(_, let isFirst)):
            return .leaves(end(memberships[position], isFirst: isFirst, effects: &effects))
        case .end(let position, .finish):
            return .leaves(present.state.endFinally(memberships[position], effects: &effects))
        case .drop(let position): present.state.release(memberships[position], effects: &effects)
        case .add(let belonging, let position): return add(belonging, to: position)
        case .start(let position):
            let cancellation = present.state.checkStart(of: memberships[position])
            if cancellation == nil {
                _ = present.state.startDelayed(memberships[position])
            }
            return .cancellation(cancellation)
        case .cancelAlone(let position):
            present.state.cancelAlone(memberships[position], effects: &effects)
        case .cancel: present.state.cancel(.requested, effects: &effects)
        case .deadline: present.state.cancel(.deadline, effects: &effects)
        case .close(let bodyThrew):
            present.state.close(bodyThrew: bodyThrew, effects: &effects)
        }
        return .nothing
    }

    private func end(
        _ membership: Membership,
        isFirst: Bool,
        effects: inout GroupState.Effects
    ) -> Bool {
        var attachment: Attachment?
        defer { if case .permit(let permit)? = attachment { effects.append(.free(permit)) } }
        return present.state.endAnswer(membership, isFirst: isFirst, &attachment, effects: &effects)
    }

    private func enter(_ entrant: Entrant, effects: inout GroupState.Effects) -> Returned {
        let membership = memberships[present.model.members.count]
        membership.member = MemberState(entrant.kind, isOptional: entrant.isOptional)
        let end = entrant.finally
        defer {
            if end != .none { present.state.awaitFinally(membership, needsAnswer: end == .awaited) }
        }
        let isIn =
            entrant.isAtOnce
            ? present.state.enterAtOnce(membership)
            : present.state.enter(membership, effects: &effects)
        guard isIn else { return .entry(nil) }
        return .entry(present.state.checkStart(of: membership).map { .rejected($0) } ?? .entered)
    }

    private func add(_ belonging: Belonging, to position: Int) -> Returned {
        let membership = memberships[position]
        switch belonging {
        case .rejection:
            let cancellation = present.state.delay(membership, for: delays[position])
            if cancellation == nil { delays[position].delayed = IdleRequest(position: position) }
            return .cancellation(cancellation)
        case .cancelAction:
            let action = closure { .cancel(position, $0) }
            return .cancellation(present.state.add(.cancelling(action), to: membership))
        case .expiryAction:
            let action = closure { _ in .expire(position) }
            return .cancellation(present.state.add(.deadline(action), to: membership))
        default:
            return .leaves(present.state.add(.permit(permits[position]), to: membership) != nil)
        }
    }

    private func closure(
        _ consequence: @escaping @Sendable (CancellationReason) -> Consequence
    ) -> CancelHandler {
        { [closuresRun] reason in closuresRun.withLock { $0.append(consequence(reason)) } }
    }
}

/// A request that ignores its permit.
final class IdleRequest: PermitWaiter {
    let position: Int
    let resumesTask = false

    init(position: Int) { self.position = position }
    func continueStart() {}
    func reject(_ reason: CancellationReason) {}
}

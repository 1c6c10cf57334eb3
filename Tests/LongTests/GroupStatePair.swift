@testable import GroupContext

/// A group and its model, side by side: both take the same steps, and may be taken back to where
/// they were.
final class GroupStatePair {
    /// Everything that a step changes.
    struct Snapshot {
        fileprivate(set) var state: GroupState
        fileprivate(set) var model: GroupStateModel
        /// The callbacks that are running, of each member.
        fileprivate(set) var running: [[RunningCallback]] = []
        fileprivate var members: [Member] = []
    }

    private(set) var present: Snapshot
    /// Who enters, in this order; reused in every exploration of a state.
    let memberships: [Membership]
    private let permits: [LimiterPermit]
    private let closuresRun = Locked<[Consequence]>([])

    init(policy: FailurePolicy, isWatched: Bool, memberLimit: Int) {
        present = Snapshot(
            state: GroupState(policy: policy, observers: isWatched ? [IdleObserver()] : []),
            model: GroupStateModel(policy: policy)
        )
        // Two more than can enter, for a late request and for probing. They never enter this group,
        // which is no group at all.
        memberships = (0..<memberLimit + 2).map {
            Membership("\($0)", group: .ungrouped, isOptional: false)
        }
        let limiter = RequestLimiter()
        permits = (0..<memberLimit).map { _ in limiter.acquireAtOnce().permit }
    }

    deinit {
        // Who is present would leave in its deinit, and unlink its neighbours.
        for membership in memberships { membership.member = Member(.request, isOptional: false) }
    }

    /// Where both are now, with objects of its own.
    func save() -> Snapshot {
        var snapshot = present
        snapshot.members = memberships.prefix(present.model.members.count).map(\.member.copy)
        return snapshot
    }

    /// Takes both back; the same snapshot may be restored any number of times.
    func restore(_ snapshot: Snapshot) {
        present = snapshot
        let members = snapshot.members
        for (position, membership) in memberships.enumerated() {
            membership.member =
                position < members.count
                ? members[position].copy : Member(.request, isOptional: false)
        }
    }

    /// Takes the step in both; returns in what they disagree, if they do.
    func take(_ step: GroupStateStep) -> String? {
        let details = memberships.prefix(present.model.members.count).map(\.member.details)
        let wasCompleted = present.state.phase.isOver
        var effects = GroupState.Effects()
        let returned = perform(step, effects: &effects)
        let expected = present.model.perform(step)
        note(step, returned)
        var comparison = Comparison()
        comparison.expect(returned, expected, "returned")
        compare(effects, details: details, wasCompleted: wasCompleted, in: &comparison)
        compareStates(in: &comparison)
        return comparison.disagreement
    }

    /// Keeps track of which callbacks are running.
    private func note(_ step: GroupStateStep, _ returned: Returned) {
        while present.running.count < present.model.members.count { present.running.append([]) }
        switch step {
        case .begin(let position, let answer):
            begin(.answer(answer, isFirst: returned == .isFirst(true)), of: position)
        case .beginFinish(let position): begin(.finish, of: position)
        case .end(let position, let callback):
            if let index = present.running[position].firstIndex(of: callback) {
                present.running[position].remove(at: index)
            }
        default: break
        }
    }

    private func begin(_ callback: RunningCallback, of position: Int) {
        present.running[position].append(callback)
        present.running[position].sort { $0.rank < $1.rank }
    }
}

// MARK: - Comparing

extension GroupStatePair {
    private func compare(
        _ effects: GroupState.Effects,
        details: [MemberDetails?],
        wasCompleted: Bool,
        in comparison: inout Comparison
    ) {
        let expected = present.model.takeConsequences()
        let (actual, released) = consequences(of: effects)
        let actualTold = takeTold()
        let told = expected.told.filter { present.state.isWatched || $0 == .complete }
        comparison.expect(actualTold, told, "told")
        comparison.expect(actual.run, expected.run, "closures run")
        comparison.expect(actual.givenBack, expected.givenBack, "given back")
        comparison.expect(actual.cancelsBeforeGivingBack, true, "cancels before giving back")
        let completes = !wasCompleted && present.state.phase.isOver
        comparison.expect(actualTold.count { $0 == .complete }, completes ? 1 : 0, "completions")
        // Under the lock nothing is released that may hold the last reference to anything.
        let abandoned = zip(details, memberships)
            .compactMap { $0 === $1.member.details ? nil : $0 }
            .map { ObjectIdentifier($0) }
        let isReleased = Set(released).isSuperset(of: abandoned)
        comparison.expect(isReleased, true, "details are released after unlocking")
    }

    private func consequences(
        of effects: GroupState.Effects
    ) -> (consequences: [Consequence], released: [ObjectIdentifier]) {
        var consequences: [Consequence] = []
        var released: [ObjectIdentifier] = []
        for effect in effects {
            switch effect {
            case .cancel(let action, let reason), .end(let action, let reason),
                .reject(let action, let reason):
                consequences += run(action, reason)
            case .resume(let action): consequences += run(action, .deadline)
            case .cancelGroup: consequences.append(.cancelGroup)
            case .free(let permit):
                let position = permits.firstIndex { $0 === permit }
                consequences.append(.permit(position ?? -1))
            case .release(let object): released.append(ObjectIdentifier(object as AnyObject))
            }
        }
        return (consequences, released)
    }

    private func run(_ action: CancelAction, _ reason: GroupCancellation) -> [Consequence] {
        action(reason)
        return closuresRun.withLock { closures in
            defer { closures = [] }
            return closures
        }
    }

    /// Returns what the observers are notified of, and then whether the group completes.
    private func takeTold() -> [Consequence] {
        take(\.deliveries) + take(\.records)
    }

    private func take(_ queue: WritableKeyPath<GroupState, Deliveries>) -> [Consequence] {
        guard present.state[keyPath: queue].begin() else { return [] }
        var told: [Consequence] = []
        while let delivery = present.state[keyPath: queue].take() {
            switch delivery {
            case .event(let notice, _): told.append(.note(Note(notice)))
            case .completion: told.append(.complete)
            case .stall: break
            }
        }
        return told
    }

    private func compareStates(in comparison: inout Comparison) {
        let (state, model) = (present.state, present.model)
        comparison.expect(state.failures.map { Failure($0) }, model.failures, "failures")
        comparison.expect(
            state.outstanding,
            model.outstanding.map { memberships[$0].label },
            "outstanding"
        )
        comparison.expect(state.progress, model.progress, "progress")
        comparison.expect(state.phase, model.phase, "phase")
        comparison.expect(state.cancellation, model.cancellation, "cancellation")
        compareList(in: &comparison)
        // Last: it needs a list that is in order.
        guard comparison.disagreement == nil, let spare = memberships.last else { return }
        let probe = GroupStateProbe(state, spare: spare)
        let last = model.present.last.map { memberships[$0] }
        comparison.expect(probe.isEmpty, last == nil, "list is empty")
        if model.isCompleted { return }
        comparison.expect(probe.nextOrder, model.members.count, "next order")
        comparison.expect(probe.last?.label, last?.label, "last of the list")
    }

    /// The links of those who are present lead to their neighbours, all others nowhere.
    private func compareList(in comparison: inout Comparison) {
        let present = present.model.present
        for position in self.present.model.members.indices {
            let index = present.firstIndex(of: position)
            let previous = index.flatMap { $0 > 0 ? memberships[present[$0 - 1]] : nil }
            let next = index.flatMap {
                $0 + 1 < present.count ? memberships[present[$0 + 1]] : nil
            }
            let member = memberships[position].member
            let hasLinks =
                member.previous?.toOpaque()
                == previous.map { Unmanaged.passUnretained($0).toOpaque() }
                && member.next?.toOpaque() == next.map { Unmanaged.passUnretained($0).toOpaque() }
            comparison.expect(member.isPresent, index != nil, "#\(position) is present")
            comparison.expect(hasLinks, true, "#\(position) has the right neighbours")
            comparison.expect(member.order, position, "order of #\(position)")
        }
    }
}

// MARK: - The steps of the group

extension GroupStatePair {
    private func perform(
        _ step: GroupStateStep,
        effects: inout GroupState.Effects
    ) -> Returned {
        switch step {
        case .enter(let entrant): return enter(entrant, effects: &effects)
        case .answer(let position, let answer):
            let (membership, error) = (memberships[position], answer.error(of: position))
            return .leaves(present.state.settle(membership, error, effects: &effects))
        case .begin(let position, let answer):
            let error = answer.error(of: position)
            return .isFirst(present.state.begin(memberships[position], error))
        case .beginFinish(let position): present.state.beginFinish(memberships[position])
        case .end(let position, .answer(let answer, let isFirst)):
            let (membership, error) = (memberships[position], answer.error(of: position))
            return .leaves(
                present.state.endPlainly(membership, isFirst: isFirst, error)
                    || present.state.end(membership, isFirst: isFirst, effects: &effects)
            )
        case .end(let position, .finish):
            return .leaves(present.state.endFinish(memberships[position], effects: &effects))
        case .drop(let position): present.state.release(memberships[position], effects: &effects)
        case .add(let belonging, let position): return add(belonging, to: position)
        case .start(let position):
            let (cancellation, obsolete) = present.state.start(memberships[position])
            return .start(cancellation, hasRefusal: !obsolete.isEmpty)
        case .wait(let position): present.state.wait(memberships[position])
        case .willStart(let position):
            present.state.willStart(memberships[position])
        case .cancelAlone(let position):
            present.state.cancelAlone(memberships[position], effects: &effects)
        case .cancel: present.state.cancel(.requested, effects: &effects)
        case .deadline: present.state.cancel(.deadline, effects: &effects)
        case .close(let bodyThrew):
            present.state.close(bodyThrew: bodyThrew, effects: &effects)
        }
        return .nothing
    }

    private func enter(_ entrant: Entrant, effects: inout GroupState.Effects) -> Returned {
        let membership = memberships[present.model.members.count]
        membership.member = Member(entrant.kind, isOptional: entrant.isOptional)
        defer { if entrant.leavesOnFinish { membership.member.finish = .awaited } }
        if entrant.isAtOnce {
            let isIn = present.state.enterAtOnce(membership)
            return .entry(isIn ? .entered : nil)
        }
        return switch present.state.enter(membership, effects: &effects) {
        case .entered: .entry(.entered)
        case .refused(let cancellation): .entry(.refused(cancellation))
        case .late: .entry(nil)
        }
    }

    private func add(_ belonging: Belonging, to position: Int) -> Returned {
        let (state, membership) = (present.state, memberships[position])
        switch belonging {
        case .refusal:
            let refusal = closure { .refuse(position, $0) }
            let added = MemberAction(occasion: .cancellingBeforeStart, run: refusal)
            return .cancellation(state.add(added, to: membership))
        case .cancelAction:
            let action = closure { .cancel(position, $0) }
            let added = MemberAction(occasion: .cancelling, run: action)
            return .cancellation(state.add(added, to: membership))
        case .expiryAction:
            let action = closure { _ in .expire(position) }
            let added = MemberAction(occasion: .deadline, run: action)
            return .cancellation(state.add(added, to: membership))
        default: return .leaves(state.attach(permits[position], to: membership))
        }
    }

    private func closure(
        _ consequence: @escaping @Sendable (GroupCancellation) -> Consequence
    ) -> CancelAction {
        { [closuresRun] reason in closuresRun.withLock { $0.append(consequence(reason)) } }
    }
}

private struct IdleObserver: RequestGroupObserver {
    func observe(_ event: RequestGroupEvent) {}
}

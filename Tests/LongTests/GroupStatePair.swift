@testable import GroupContext

/// A group and its model: both take the same steps, and can be restored to an earlier state.
final class GroupStatePair {
    /// All state that a step changes.
    struct Snapshot {
        var state: GroupState
        var model: GroupStateModel
        /// The running callbacks of each member.
        var running: [[RunningCallback]] = []
        fileprivate var members: [MemberState] = []
        fileprivate var delayed: [(any PermitWaiter)?] = []
    }

    var present: Snapshot
    /// The members, in the order in which they enter; reused in every exploration of a state.
    let memberships: [Membership]
    let permits: [Permit]
    /// The permits of requests that have not started.
    let delays: [Permit]
    let closuresRun = Locked<[Consequence]>([])

    init(policy: FailurePolicy?, isWatched: Bool, memberLimit: Int) {
        present = Snapshot(
            state: GroupState(policy: policy, observers: isWatched ? [IdleObserver()] : []),
            model: GroupStateModel(policy: policy)
        )
        // Two more than can enter: for a late request and for the probe. None enters `.ungrouped`, a placeholder.
        memberships = (0..<memberLimit + 2).map {
            Membership(.text("\($0)"), group: .ungrouped, isOptional: false)
        }
        let limiter = RequestLimiter()
        permits = (0..<memberLimit).map { _ in limiter.acquireAtOnce().permit }
        delays = (0..<memberLimit).map { _ in Permit(of: limiter, delaying: nil) }
    }

    deinit {
        // A present member would leave in its deinit, and unlink its neighbours.
        for membership in memberships {
            membership.member = MemberState(.request, isOptional: false)
        }
    }

    /// Returns a copy of the current state of the group and of the model.
    func save() -> Snapshot {
        var snapshot = present
        snapshot.delayed = delays.map(\.delayed)
        snapshot.members = memberships.prefix(present.model.members.count).map(\.member.copy)
        return snapshot
    }

    /// Restores the group and the model; the same snapshot may be restored any number of times.
    func restore(_ snapshot: Snapshot) {
        present = snapshot
        let members = snapshot.members
        for (permit, delayed) in zip(delays, snapshot.delayed) { permit.delayed = delayed }
        for (position, membership) in memberships.enumerated() {
            membership.member =
                position < members.count
                ? members[position].copy : MemberState(.request, isOptional: false)
        }
    }

    /// Takes the step in the group and in the model, and returns their disagreement, if there is one.
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

    /// Whether the request has not started, and is rejected if it is cancelled.
    func isDelayed(_ position: Int) -> Bool { delays[position].delayed != nil }

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
        let notes = takeNotifications()
        let isWatched = present.state.hasObservers
        let expectedNotes = expected.all(.notification).filter { isWatched || $0 == .complete }
        comparison.expect(notes, expectedNotes, "notifications")
        comparison.expect(actual.all(.closure), expected.all(.closure), "closures run")
        comparison.expect(actual.all(.permit), expected.all(.permit), "returned permits")
        comparison.expect(
            actual.cancelsBeforeReturningPermits,
            true,
            "cancels before returning permits"
        )
        let completes = !wasCompleted && present.state.phase.isOver
        comparison.expect(notes.count { $0 == .complete }, completes ? 1 : 0, "completions")
        // An object whose release may run user code is released after unlocking.
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
            case .cancel(let handler, let reason), .end(let handler, let reason):
                consequences += run(handler, reason)
            case .reject(let request, let reason):
                let position = (request as? IdleRequest)?.position
                consequences.append(.reject(position ?? -1, reason))
            case .resume, .release, .releaseError: break
            case .cancelGroup: consequences.append(.cancelGroup)
            case .free(let permit):
                let position =
                    permits.firstIndex { $0 === permit } ?? delays.firstIndex { $0 === permit }
                consequences.append(.permit(position ?? -1))
            case .releaseObject(let object): released.append(ObjectIdentifier(object))
            }
        }
        return (consequences, released)
    }

    private func run(_ handler: Attachment, _ reason: CancellationReason) -> [Consequence] {
        handler.run(reason)
        return closuresRun.withLock { closures in
            defer { closures = [] }
            return closures
        }
    }

    /// Returns the notifications of observers and the completion of the group, in order.
    private func takeNotifications() -> [Consequence] { take(\.deliveries) + take(\.records) }

    private func take(_ queue: WritableKeyPath<GroupState, GroupNotifications>) -> [Consequence] {
        guard present.state[keyPath: queue].beginDelivery() else { return [] }
        var notifications: [Consequence] = []
        while let delivery = present.state[keyPath: queue].take() {
            switch delivery {
            case .event(let notice, _): notifications.append(.note(Note(notice)))
            case .completion: notifications.append(.complete)
            case .call: break
            }
        }
        return notifications
    }

    private func compareStates(in comparison: inout Comparison) {
        let (state, model) = (present.state, present.model)
        comparison.expect(present.state.failures.map { Failure($0) }, model.failures, "failures")
        comparison.expect(
            state.outstanding,
            model.outstanding.map { memberships[$0].label },
            "outstanding"
        )
        comparison.expect(state.progress, model.progress, "progress")
        comparison.expect(state.phase, model.phase, "phase")
        comparison.expect(state.cancellation, model.cancellation, "cancellation")
        compareList(in: &comparison)
        // The probe comes last, because it needs a consistent list.
        guard comparison.disagreement == nil, let spare = memberships.last else { return }
        let probe = GroupStateProbe(state, spare: spare)
        let last = model.present.last.map { memberships[$0] }
        comparison.expect(probe.isEmpty, last == nil, "list is empty")
        if model.isCompleted { return }
        comparison.expect(probe.nextIndex, model.progress.total, "next index")
        comparison.expect(probe.last?.label, last?.label, "last of the list")
    }

    /// Compares the links: those of present members lead to their neighbours, all others are `nil`.
    private func compareList(in comparison: inout Comparison) {
        let (present, members) = (present.model.present, present.model.members)
        for position in members.indices {
            let index = present.firstIndex(of: position)
            let previous = index.flatMap { $0 > 0 ? memberships[present[$0 - 1]] : nil }
            let next = index.flatMap { $0 + 1 < present.count ? memberships[present[$0 + 1]] : nil }
            let member = memberships[position].member
            let hasLinks =
                member.previous?.toOpaque()
                == previous.map { Unmanaged.passUnretained($0).toOpaque() }
                && member.next?.toOpaque() == next.map { Unmanaged.passUnretained($0).toOpaque() }
            comparison.expect(member.isPresent, index != nil, "#\(position) is present")
            comparison.expect(hasLinks, true, "#\(position) has the right neighbours")
            comparison.expect(member.index, members[position].index, "index of #\(position)")
        }
    }
}

private struct IdleObserver: RequestGroupObserver { func observe(_ event: RequestGroupEvent) {} }

import TestSupport
import Testing

@testable import GroupContext

@Suite struct `The accounting of a group` {
    /// Everything that can happen to a group with at most three requests.
    private enum Step: CaseIterable {
        case enter, close, cancel, expire
        case succeed0, succeed1, fail0, fail1, lose0, lose1, addAction0, addAction1
    }

    /// A group and its model, side by side.
    private struct Pair {
        var state: GroupState
        var model: GroupStateModel
        var tickets: [Ticket] = []
        var completions = 0
        var actionsRun = 0

        init(policy: FailurePolicy) {
            state = GroupState(policy: policy, isWatched: true)
            model = GroupStateModel(policy: policy)
        }

        /// Takes the step in both, or returns false if it makes no sense now.
        mutating func take(_ step: Step) -> Bool {
            switch step {
            case .enter: enter()
            case .close:
                guard !model.isClosed else { return false }
                perform(state.close(bodyThrew: false))
                model.close()
            case .cancel:
                perform(state.cancel(.requested))
                model.cancel()
            case .expire:
                perform(state.expire())
                model.expire()
            case .succeed0: return leave(0, .succeeded, .succeeded)
            case .succeed1: return leave(1, .succeeded, .succeeded)
            case .fail0: return leave(0, Ending(ClientError("0")), .failed(.failed))
            case .fail1: return leave(1, Ending(ClientError("1")), .failed(.failed))
            case .lose0: return lose(0)
            case .lose1: return lose(1)
            case .addAction0: return addAction(0)
            case .addAction1: return addAction(1)
            }
            return true
        }

        private mutating func enter() {
            var effects = GroupState.Effects()
            let label = "\(tickets.count)"
            switch state.enter(label, kind: .request, isOptional: false, effects: &effects) {
            case .entered(let ticket), .refused(let ticket, _): tickets.append(ticket)
            case .late: #expect(model.isCompleted)
            }
            perform(effects)
            model.enter()
        }

        private mutating func leave(
            _ index: Int,
            _ ending: Ending,
            _ fate: GroupStateModel.Fate
        ) -> Bool {
            guard index < tickets.count else { return false }
            perform(state.settle(tickets[index], ending, label: "\(index)"))
            model.leave(index, fate)
            return true
        }

        private mutating func lose(_ index: Int) -> Bool {
            guard index < tickets.count else { return false }
            perform(state.release(tickets[index], label: "\(index)"))
            model.leave(index, .failed(.lostCallback))
            return true
        }

        private mutating func addAction(_ index: Int) -> Bool {
            guard index < tickets.count, !model.requests[index].hasAction else { return false }
            if model.requests[index].fate == .failed(.timedOut) { return false }
            let runsNow = state.addCancelAction({ _ in }, to: tickets[index])
            if runsNow != nil { actionsRun += 1 }
            model.addAction(index)
            return true
        }

        private mutating func perform(_ effects: GroupState.Effects) {
            actionsRun += effects.cancelActions.count
            if effects.isCompleted { completions += 1 }
        }

        /// Whether both agree.
        var agrees: Bool {
            let failures = model.requests.enumerated().compactMap { index, request in
                if case .failed(let reason) = request.fate { "\(index) \(reason)" } else { nil }
            }
            let left = model.requests.filter { $0.fate != .present }.count
            let outstanding = model.requests.indices
                .filter { model.requests[$0].fate == .present }
                .map { "\($0)" }
            return state.failures.map { "\($0.index) \($0.reason)" } == failures
                && state.outstanding == outstanding
                && state.progress.total == model.requests.count
                && state.progress.finished == left
                && state.progress.failed == failures.count
                && state.isCompleted == model.isCompleted
                && (state.cancellation != nil) == model.isCancelled
                && completions == (model.isCompleted ? 1 : 0)
                && actionsRun == model.cancelActionsRun
        }
    }

    @Test(arguments: [FailurePolicy.collect, .failFast, .tolerate])
    func `agrees with a plain model after every sequence of steps`(policy: FailurePolicy) {
        var sequences = 0
        func explore(_ pair: Pair, depth: Int) {
            guard depth > 0 else { return }
            for step in Step.allCases {
                var next = pair
                guard next.take(step) else { continue }
                sequences += 1
                if !next.agrees { Issue.record("disagrees after \(step): \(next)") }
                explore(next, depth: depth - 1)
            }
        }
        #if DEBUG
        explore(Pair(policy: policy), depth: 6)
        #else
        explore(Pair(policy: policy), depth: 7)
        #endif
        #expect(sequences > 10_000)
    }

    @Test func `agrees with a plain model over long random sequences`() {
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(seed))
            var pair = Pair(policy: [.collect, .failFast, .tolerate][seed % 3])
            for _ in 0..<200 where !pair.model.isCompleted {
                guard let step = Step.allCases.randomElement(using: &random) else { return }
                // Ending steps are rare, or no sequence would be long.
                let isRare = step == .close || step == .cancel || step == .expire
                if isRare, Int.random(in: 0..<20, using: &random) > 0 { continue }
                _ = pair.take(step)
                #expect(pair.agrees, "seed \(seed), after \(step)")
            }
        }
    }

    @Test func `reuses places without mixing up who held them`() {
        var state = GroupState(isWatched: true)
        let first = enter(&state, "first")
        _ = state.settle(first, .succeeded, label: "first")
        let second = enter(&state, "second")
        #expect(first.slot == second.slot)
        let effects = state.settle(first, Ending(ClientError("again")), label: "first")
        #expect(effects.notices.map(\.kind) == [.duplicateCallback])
        #expect(state.outstanding == ["second"])
        #expect(state.failures.isEmpty)
    }

    @Test func `records the outcome of a request that leaves only when it is finished`() {
        var state = GroupState()
        let ticket = enter(&state, "request")
        state.leaveOnFinish(ticket)
        _ = state.settle(ticket, Ending(ClientError("no")), label: "request")
        #expect(state.outstanding == ["request"])
        _ = state.finish(ticket, label: "request")
        #expect(state.failures.map(\.label) == ["request"])
        #expect(state.outstanding.isEmpty)
    }

    @Test func `keeps the recorded outcome of a request whose finish is lost`() {
        var state = GroupState()
        let ticket = enter(&state, "request")
        state.leaveOnFinish(ticket)
        _ = state.settle(ticket, .succeeded, label: "request")
        _ = state.release(ticket, label: "request")
        #expect(state.progress == GroupProgress(finished: 1, failed: 0, total: 1))
    }

    private func enter(_ state: inout GroupState, _ label: String) -> Ticket {
        var effects = GroupState.Effects()
        let entry = state.enter(label, kind: .request, isOptional: false, effects: &effects)
        guard case .entered(let ticket) = entry else {
            Issue.record("not entered")
            return Ticket(slot: -1, index: -1)
        }
        return ticket
    }
}

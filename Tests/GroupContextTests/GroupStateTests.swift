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
                perform { $0.close(bodyThrew: false, effects: &$1) }
                model.close()
            case .cancel:
                perform { $0.cancel(.requested, effects: &$1) }
                model.cancel()
            case .expire:
                perform { $0.cancel(.deadline, effects: &$1) }
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
            let label = "\(tickets.count)"
            let entry = perform {
                $0.enter(label, kind: .request, isOptional: false, effects: &$1)
            }
            switch entry {
            case .entered(let ticket), .refused(let ticket, _): tickets.append(ticket)
            case .late: #expect(model.isCompleted)
            }
            model.enter()
        }

        private mutating func leave(
            _ index: Int,
            _ ending: Ending,
            _ fate: GroupStateModel.Fate
        ) -> Bool {
            guard index < tickets.count else { return false }
            let ticket = tickets[index]
            perform { $0.settle(ticket, ending, label: "\(index)", effects: &$1) }
            model.leave(index, fate)
            return true
        }

        private mutating func lose(_ index: Int) -> Bool {
            guard index < tickets.count else { return false }
            let ticket = tickets[index]
            perform { $0.release(ticket, label: "\(index)", effects: &$1) }
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

        @discardableResult
        private mutating func perform<Result>(
            _ transition: (inout GroupState, inout GroupState.Effects) -> Result
        ) -> Result {
            var effects = GroupState.Effects()
            let result = transition(&state, &effects)
            for effect in effects {
                switch effect {
                case .cancel: actionsRun += 1
                case .complete: completions += 1
                case .end, .release, .notify: break
                }
            }
            return result
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
        var (state, effects) = (GroupState(isWatched: true), GroupState.Effects())
        let first = enter(&state, "first")
        #expect(state.settle(first, .succeeded, label: "first", effects: &effects))
        let second = enter(&state, "second")
        #expect(first.slot == second.slot)
        effects = []
        let again = Ending(ClientError("again"))
        #expect(!state.settle(first, again, label: "first", effects: &effects))
        #expect(effects.count == 1)
        if case .notify(let notice) = effects.first { #expect(notice.kind == .duplicateCallback) }
        #expect(state.outstanding == ["second"])
        #expect(state.failures.isEmpty)
    }

    @Test func `records the outcome of a request that leaves only when it is finished`() {
        var (state, effects) = (GroupState(), GroupState.Effects())
        let ticket = enter(&state, "request")
        state.leaveOnFinish(ticket)
        let ending = Ending(ClientError("no"))
        #expect(!state.settle(ticket, ending, label: "request", effects: &effects))
        #expect(state.outstanding == ["request"])
        #expect(state.finish(ticket, label: "request", effects: &effects))
        #expect(state.failures.map(\.label) == ["request"])
        #expect(state.outstanding.isEmpty)
    }

    @Test func `keeps the recorded outcome of a request whose finish is lost`() {
        var (state, effects) = (GroupState(), GroupState.Effects())
        let ticket = enter(&state, "request")
        state.leaveOnFinish(ticket)
        #expect(!state.settle(ticket, .succeeded, label: "request", effects: &effects))
        state.release(ticket, label: "request", effects: &effects)
        #expect(state.progress == GroupProgress(finished: 1, failed: 0, total: 1))
    }

    private func enter(_ state: inout GroupState, _ label: String) -> Ticket {
        var effects = GroupState.Effects()
        let entry = state.enter(label, kind: .request, isOptional: false, effects: &effects)
        guard case .entered(let ticket) = entry else {
            Issue.record("not entered")
            return Ticket(slot: -1, order: -1, index: -1)
        }
        return ticket
    }
}

@testable import GroupContext

/// The graph of all reachable states of a group, each visited once, with every step from each state.
///
/// The search is breadth first, so that the first disagreement has a shortest path.
struct GroupStateExploration {
    private(set) var transitions = 0
    /// The first disagreement of the group with its model, and the path that leads to it.
    private(set) var disagreement: String?
    private var visited: Set<GroupStateFingerprint> = []
    private var states: [State] = []

    private struct State {
        /// The state itself, which is released when all steps from it have been taken.
        var snapshot: GroupStatePair.Snapshot?
        let parent: Int
        let step: GroupStateStep?
    }

    var stateCount: Int { states.count }

    init(_ setting: GroupStateSetting, policy: FailurePolicy?, isWatched: Bool) {
        let pair = GroupStatePair(
            policy: policy,
            isWatched: isWatched,
            memberLimit: setting.memberLimit
        )
        visited.insert(GroupStateFingerprint(pair))
        states.append(State(snapshot: pair.save(), parent: -1, step: nil))
        var index = 0
        while index < states.count, disagreement == nil {
            explore(index, with: pair, setting)
            index += 1
        }
    }

    private mutating func explore(
        _ index: Int,
        with pair: GroupStatePair,
        _ setting: GroupStateSetting
    ) {
        guard let snapshot = states[index].snapshot.take() else { return }
        for step in setting.steps(after: snapshot.model, running: snapshot.running) {
            pair.restore(snapshot)
            transitions += 1
            if let disagreement = pair.take(step) {
                let path = (path(to: index) + [step]).map(\.description)
                self.disagreement = "\(path.joined(separator: ", ")) → \(disagreement)"
                return
            }
            guard visited.insert(GroupStateFingerprint(pair)).inserted else { continue }
            states.append(State(snapshot: pair.save(), parent: index, step: step))
        }
    }

    private func path(to index: Int) -> [GroupStateStep] {
        var (path, index) = ([GroupStateStep](), index)
        while index >= 0 {
            if let step = states[index].step { path.append(step) }
            index = states[index].parent
        }
        return path.reversed()
    }
}

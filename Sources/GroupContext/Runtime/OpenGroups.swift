#if DEBUG
/// The open groups of the process, for reports about requests outside any group; in debug builds only.
package enum OpenGroups {
    private struct State {
        var counts: [String: Int] = [:]
        /// The last completed groups: the last empty group (`true`), and the last group with requests (`false`).
        var last: [Bool: (name: String, completed: ContinuousClock.Instant)] = [:]
    }

    private static let state = Locked(State())

    package static var names: [String] { Array(state.withLock { $0.counts }.keys).sorted() }

    /// Counts the group as open until its completion, and reports a group that completes without a request.
    static func add(_ group: RequestGroup) {
        let name = group.name
        state.withLock { $0.counts[name, default: 0] += 1 }
        group.whenCompleted { [weak group] in
            let isEmpty = group?.shared.withLock { $0.isEmpty } == true
            state.withLock { state in
                let others = state.counts[name, default: 1] - 1
                state.counts[name] = others > 0 ? others : nil
                state.last[isEmpty] = (name, .now)
            }
            if isEmpty { DebugConsole.report(.emptyGroup, groupName: name) }
        }
    }

    /// Removes the last groups; returns an empty one of the last ten seconds, or else another one of the last second.
    package static func takeMissed() -> (name: String, isEmpty: Bool)? {
        let last = state.withLock { exchange(&$0.last, with: [:]) }
        for (isEmpty, limit) in [(true, Duration.seconds(10)), (false, .seconds(1))] {
            if let group = last[isEmpty], group.completed.duration(to: .now) < limit {
                return (group.name, isEmpty)
            }
        }
        return nil
    }
}
#endif

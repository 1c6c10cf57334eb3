#if DEBUG
/// The open groups of the process, for reports about requests outside any group; in debug builds only.
package enum OpenGroups {
    private struct State {
        var counts: [String: Int] = [:]
        /// The last group that completed; removed when a request is issued outside any group.
        var last: (name: String, isEmpty: Bool, completed: ContinuousClock.Instant)?
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
                state.last = (name, isEmpty, .now)
            }
            if isEmpty { DebugConsole.report(.emptyGroup, groupName: name) }
        }
    }

    /// Removes and returns the last group, if it completed less than a second ago, or without a request less than ten
    /// seconds ago.
    package static func takeMissed() -> (name: String, isEmpty: Bool)? {
        guard let last = state.withLock({ $0.last.take() }) else { return nil }
        let isRecent = last.completed.duration(to: .now) < .seconds(last.isEmpty ? 10 : 1)
        return isRecent ? (last.name, last.isEmpty) : nil
    }
}
#endif

/// The rule that decides, from the outcomes of the requests, when their group is cancelled and whether the group fails.
enum FailurePolicy: Hashable, Sendable {
    case collect
    case failFast
    /// The group succeeds when this number of requests has succeeded.
    case quorum(Int)
    case tolerate

    /// Returns the reason to cancel the group after a member has ended or the body has returned; `nil` for no reason.
    ///
    /// `causes` is the number of failures of required requests that are not consequences of cancelling. `mayGrow` is
    /// `true` while the body, a captured closure or a nested group may issue requests.
    func cancellation(
        at progress: GroupProgress,
        causes: Int,
        mayGrow: @autoclosure () -> Bool
    ) -> CancellationReason? {
        switch self {
        case .collect, .tolerate: return nil
        case .failFast: return causes > 0 ? .failure : nil
        case .quorum(let count):
            if progress.succeeded >= count { return .quorum }
            let isMissed = progress.failed > 0 && progress.total - progress.failed < count
            return isMissed && !mayGrow() ? .failure : nil
        }
    }

    /// Returns whether a completed group fails; `nil` if the group fails exactly when a required request has failed.
    func fails(at progress: GroupProgress) -> Bool? {
        switch self {
        case .collect, .failFast: nil
        case .quorum(let count): progress.succeeded < count
        case .tolerate: false
        }
    }

    /// The goal that a failed group has missed, for the description of its error; `nil` for a policy without a goal.
    var missedGoal: String? {
        if case .quorum(let count) = self { "quorum of \(count)" } else { nil }
    }
}

extension FailurePolicy? {
    /// A Boolean value that indicates whether a success can cancel the group; if so, no success takes the fast path.
    var reactsToSuccesses: Bool { if case .quorum? = self { true } else { false } }
}

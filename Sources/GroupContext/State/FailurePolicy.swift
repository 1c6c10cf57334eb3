enum FailurePolicy: Hashable, Sendable {
    case collect
    case failFast
    /// The group succeeds when this number of requests has succeeded.
    case quorum(Int)
    case tolerate
    /// The policy of the placeholders `ungrouped` and `excluded`, which record no failures.
    case unrecorded
}

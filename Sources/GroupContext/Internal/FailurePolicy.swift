/// What failures mean for a group.
enum FailurePolicy: Sendable {
    case collect
    case failFast
    case tolerate
    /// Not even remembered: for requests outside any group that only share a limiter.
    case unrecorded
}

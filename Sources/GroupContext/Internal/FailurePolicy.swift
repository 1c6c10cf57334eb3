/// The effect of a failed request on its group.
enum FailurePolicy: Sendable {
    case collect
    case failFast
    case tolerate
    /// Failures are not recorded: for the placeholders `ungrouped` and `excluded`.
    case unrecorded
}

/// Why a group is cancelled.
package enum GroupCancellation: Sendable {
    /// By `cancel()`, by the task that awaits it or by the group around it.
    case requested
    /// A request failed, and the group fails fast.
    case failFast
    /// The body threw.
    case bodyThrew
    /// The deadline passed.
    case deadline

    /// What a request reports that is not started for this reason.
    package func refusal(of label: String) -> any Error {
        self == .deadline ? RequestTimeoutError(label: label) : CancellationError()
    }
}

/// Ends a request on behalf of its group.
package typealias CancelAction = @Sendable (GroupCancellation) -> Void

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

    /// Why groups are cancelled that are nested in one that is cancelled for this reason.
    ///
    /// Who answers the cancelling at a deadline at once has missed it all the same.
    var ofNestedGroups: Self { self == .deadline ? .deadline : .requested }

    /// What a request reports that is not started for this reason.
    package func refusal(of label: String) -> any Error {
        self == .deadline ? RequestTimeoutError(label: label) : CancellationError()
    }
}

/// Ends a request on behalf of its group.
package typealias CancelAction = @Sendable (GroupCancellation) -> Void

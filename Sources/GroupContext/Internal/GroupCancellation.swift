/// The reason for which a group or a request is cancelled.
package enum GroupCancellation: Sendable {
    /// `cancel()`, the awaiting task or the enclosing group requested it.
    case requested
    /// A request failed, and the group fails fast.
    case failFast
    case bodyThrew
    case deadline

    /// The reason for which groups nested in the cancelled group are cancelled.
    ///
    /// A deadline applies to nested groups too: their requests time out, even if they answer the cancelling
    /// at once.
    var ofNestedGroups: Self { self == .deadline ? .deadline : .requested }

    /// Returns the error of a request that is not started for this reason.
    package func refusal(of label: String) -> any Error {
        self == .deadline ? RequestTimeoutError(label: label) : CancellationError()
    }
}

/// A closure that cancels or ends a request, for the given reason.
package typealias CancelAction = @Sendable (GroupCancellation) -> Void

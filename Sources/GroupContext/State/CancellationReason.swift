/// The reason why a group, or a request alone, is cancelled.
@usableFromInline
package enum CancellationReason: Sendable {
    /// `cancel()`, a cancelled task or an enclosing group cancelled the group or the request.
    case requested
    /// A failure made the policy cancel the group.
    case failure
    /// Enough requests have succeeded.
    case quorum
    case bodyThrew
    case deadline

    /// The reason with which nested groups are cancelled; at a deadline, their requests time out, too.
    var ofNestedGroups: Self { self == .deadline ? .deadline : .requested }

    /// Returns the error of a request that is rejected or cancelled for this reason.
    package func rejection(of label: String) -> any Error {
        self == .deadline ? RequestTimeoutError(label: label) : Self.cancellationError
    }

    /// A constant, because each conversion to `any Error` allocates.
    private static let cancellationError: any Error = CancellationError()
}

/// A closure that cancels or ends a request, for the given reason.
package typealias CancelHandler = @Sendable (CancellationReason) -> Void

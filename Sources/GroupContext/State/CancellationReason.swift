/// The reason why a group cancels its requests.
@usableFromInline
package enum CancellationReason: Sendable {
    /// The group was cancelled by `cancel()`, by a cancelled task or by its enclosing group.
    case requested
    case failFast
    /// Enough requests have succeeded.
    case quorum
    case bodyThrew
    case deadline

    /// The reason with which nested groups are cancelled; at a deadline, their requests time out, too.
    var ofNestedGroups: Self { self == .deadline ? .deadline : .requested }

    /// Returns the error for a request that cannot start because of this reason.
    package func rejection(of label: String) -> any Error {
        self == .deadline ? RequestTimeoutError(label: label) : Self.cancellationError
    }

    /// A constant, because each conversion to `any Error` allocates.
    private static let cancellationError: any Error = CancellationError()
}

/// A closure that cancels or ends a request, for the given reason.
package typealias CancelHandler = @Sendable (CancellationReason) -> Void

/// The last parameter of a completion callback: it knows whether the request failed.
///
/// An optional error and a `Result` do. Conform a response type of your own to use callbacks that
/// get one with the `completion` roles of ``InterceptedCall``.
public protocol FailureReporting: SendableMetatype {
    /// The error of the request, or `nil` if it succeeded.
    var reportedFailure: (any Error)? { get }
}

extension Optional: FailureReporting where Wrapped: Error {
    /// The error itself.
    public var reportedFailure: (any Error)? { self }
}

extension Result: FailureReporting {
    /// The error of a failure.
    public var reportedFailure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}

// FailureReporting: the last value of a completion callback.

import Foundation

/// The last parameter of a completion callback, which reports whether the request failed.
///
/// Optional errors and `Result` conform. Conform a response type of your own to wrap callbacks that end with it in
/// the role `completion`; see ``CallbackRole``.
public protocol FailureReporting: SendableMetatype {
    /// The error of the request, or `nil` if it succeeded.
    var reportedFailure: (any Error)? { get }

    /// Returns the value that reports a rejected request, or `nil` if the type cannot carry the error.
    ///
    /// By default it returns `nil`: only the group and its observers are notified of the rejection.
    static func reporting(_ error: any Error) -> Self?
}

extension FailureReporting {
    /// Returns `nil`: the type cannot carry the error.
    public static func reporting(_ error: any Error) -> Self? { nil }
}

extension Optional: FailureReporting where Wrapped: Error {
    /// The error itself.
    public var reportedFailure: (any Error)? { self }

    /// Returns the error if it has this type or converts to it.
    public static func reporting(_ error: any Error) -> Wrapped?? {
        error.converted(to: Wrapped.self).map { .some($0) }
    }
}

extension Result: FailureReporting {
    /// The error of a failure.
    public var reportedFailure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// Returns a failure with the error if it has this type or converts to it.
    public static func reporting(_ error: any Error) -> Result? {
        error.converted(to: Failure.self).map { .failure($0) }
    }
}

extension Error {
    /// Returns the error as an error of another type, or `nil` if it cannot be one.
    @usableFromInline
    func converted<Failure: Error>(to type: Failure.Type) -> Failure? {
        self as? Failure ?? self as NSError as? Failure
    }
}

import Foundation
import GroupContext

/// The last parameter of a completion callback; its value says whether the request failed.
///
/// Optional errors and `Result` conform. To use the role `completion` for callbacks whose last parameter has a
/// type of your own, conform that type; see ``CallbackRole``.
public protocol FailureReporting: SendableMetatype {
    /// The error of the request, or `nil` if the request succeeded.
    var reportedFailure: (any Error)? { get }

    /// Returns the value that reports a rejected request, or `nil` if the type cannot carry the error.
    ///
    /// If the result is `nil`, only the group and its observers are notified.
    static func reporting(_ error: any Error) -> Self?
}

extension Optional: FailureReporting where Wrapped: Error {
    /// The error itself.
    public var reportedFailure: (any Error)? { self }

    /// Returns the error as the wrapped error type, or `nil` if the conversion fails.
    public static func reporting(_ error: any Error) -> Wrapped?? {
        converted(error, to: Wrapped.self).map { .some($0) }
    }
}

extension Result: FailureReporting {
    /// The error of a failure.
    public var reportedFailure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// Returns a failure with the error as the failure type, or `nil` if the conversion fails.
    public static func reporting(_ error: any Error) -> Result? {
        converted(error, to: Failure.self).map { .failure($0) }
    }
}

/// Returns the error as the error type of a callback, or `nil` if the conversion fails.
// Inlined, because the usual type, `any Error`, then needs no cast at run time.
@inlinable @inline(__always)
func converted<Failure: Error>(_ error: any Error, to type: Failure.Type) -> Failure? {
    error as? Failure ?? bridged(error)
}

/// Returns the error as `any Error`; if it already is one, Swift would allocate a second box in generic code.
@inlinable @inline(__always)
func erased<Failure: Error>(_ error: Failure) -> any Error {
    // Safe: the types are the same.
    Failure.self == (any Error).self ? unsafeBitCast(error, to: (any Error).self) : error
}

@usableFromInline
func bridged<Failure: Error>(_ error: any Error) -> Failure? {
    let converted = error as NSError as? Failure
    return converted ?? reportSilentRejection("takes only errors of the type \(Failure.self)")
}

/// Returns `nil`, and reports in a debug build why a callback is not called for a rejected request.
func reportSilentRejection<Values>(_ cause: @autoclosure () -> String) -> Values? {
    #if DEBUG
    let mistake = DebugConsole.Mistake.silentRejection(cause: cause())
    DebugConsole.report(mistake, groupName: RequestGroup.current?.name)
    #endif
    return nil
}

/// The default of the parameter `rejection` of the role `callback`.
@usableFromInline
func noRejection<Values>(_ error: any Error) -> Values? {
    reportSilentRejection("has no rejection: closure")
}

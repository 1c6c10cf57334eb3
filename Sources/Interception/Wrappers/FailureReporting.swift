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

    /// Returns the error if it has the wrapped type, or converts to that type.
    public static func reporting(_ error: any Error) -> Wrapped?? {
        error.converted(to: Wrapped.self).map { .some($0) }
    }
}

extension Result: FailureReporting {
    /// The error of a failure.
    public var reportedFailure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// Returns a failure with the error if it has the failure type, or converts to that type.
    public static func reporting(_ error: any Error) -> Result? {
        error.converted(to: Failure.self).map { .failure($0) }
    }
}

extension Error {
    /// Returns the error of a rejection as the type that a callback takes; `nil` if the callback cannot take it.
    @usableFromInline
    func converted<Failure: Error>(to type: Failure.Type) -> Failure? {
        let converted = self as? Failure ?? self as NSError as? Failure
        #if DEBUG
        if converted == nil {
            let mistake = DebugConsole.Mistake.silentRejection(errorType: "\(type)")
            DebugConsole.report(mistake, groupName: RequestGroup.current?.name)
        }
        #endif
        return converted
    }
}

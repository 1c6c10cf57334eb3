/// The outcome of a group: the result of its body, and every failure of its requests.
///
/// ``withRequestGroupOutcome(_:options:body:)-2fsen`` returns an outcome.
public struct RequestGroupOutcome<Value, Failure: Error> {
    /// The value of the body, or the error that it threw.
    public let body: Result<Value, Failure>

    /// Every failure of a request, in the order in which the requests were issued.
    public let failures: [RequestFailure]

    /// The error that `withRequestGroup` would have thrown; `nil` for a success.
    ///
    /// If the body threw, this is the error of the body, or ``RequestGroupError`` if the deadline or a failure of a
    /// request caused that error. Otherwise the error is ``RequestGroupError`` if requests failed or the deadline
    /// was missed, and `CancellationError` if requests were only cancelled.
    public let error: (any Error)?

    /// Returns the value of the body, or throws the error that `withRequestGroup` would have thrown.
    public func get() throws -> Value {
        if let error { throw error }
        return try body.get()
    }
}

extension RequestGroupOutcome where Failure == Never {
    /// The value of a body that cannot throw.
    public var value: Value { body.get() }
}

extension RequestGroupOutcome: Sendable where Value: Sendable {}

extension RequestGroupOutcome: CustomStringConvertible {
    /// “succeeded” or the name of the error, then each failure on a line; not the value, because it may be secret.
    public var description: String {
        if let error = error as? RequestGroupError { return error.description }
        return (error.map(summary) ?? "succeeded") + failures.map { "\n  \($0)" }.joined()
    }
}

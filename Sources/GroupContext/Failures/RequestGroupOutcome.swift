/// How a group ended: what came of its body, and every failure of its requests.
///
/// ``withRequestGroupOutcome(_:options:body:)-2fsen`` returns it.
public struct RequestGroupOutcome<Value, Failure: Error> {
    /// The value of the body, or the error that it threw.
    public let body: Result<Value, Failure>

    /// Every failure of a request, in the order in which the requests were issued.
    public let failures: [RequestFailure]

    /// What `withRequestGroup` would have thrown: the error of the body, ``RequestGroupError`` if
    /// requests failed or the deadline was missed, `CancellationError` if requests were only cancelled;
    /// `nil` for a success.
    public let error: (any Error)?

    init(of group: RequestGroup, body: Result<Value, Failure>) {
        self.body = body
        failures = group.failures
        error =
            if case .failure(let error) = body {
                group.error(echoedBy: error) ?? error
            } else {
                group.thrownError
            }
    }

    /// Returns the value as `withRequestGroup` does.
    ///
    /// - Returns: the value of the body.
    /// - Throws: ``error``.
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

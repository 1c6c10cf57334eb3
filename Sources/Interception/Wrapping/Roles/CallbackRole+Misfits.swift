// Callbacks that do not fit their role: the compiler says what to write.

// The compiler chooses these functions only if no other fits, and prints the message.
extension CallbackRole {
    /// Unavailable: a closure has to find the error of this callback.
    @available(
        *,
        unavailable,
        message:
            "the last value of this callback is no Result and no error; say where its error is: .callback(completion) { value, status in … }"
    )
    @_disfavoredOverload
    public static func completion<Callback>(_ callback: Callback) -> Self
    where Self == PlainRole<Callback> { Self(RoleParts { _ in nil }) }

    /// Unavailable: a closure has to find the error of this callback.
    @available(
        *,
        unavailable,
        message:
            "the last value of this callback is no error; say where its error is: .callback(failure) { code, message in … }"
    )
    @_disfavoredOverload
    public static func failure<Callback>(_ callback: Callback) -> Self
    where Self == PlainRole<Callback> { Self(RoleParts { _ in nil }) }
}

// MARK: - Success callbacks that carry an error

// Deprecated, as an unavailable function never wins against `success` for any values. They count the error.
extension CallbackRole {
    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A: FailureReporting, Return>(
        _ callback: @escaping (A) -> Return
    ) -> Self
    where Self == PlainRole<(A) -> Return> { .completion(callback) }

    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A: FailureReporting, Return>(_ callback: ((A) -> Return)??) -> Self
    where Self == PlainRole<((A) -> Return)?> { .completion(callback) }

    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A, B: FailureReporting, Return>(
        _ callback: @escaping (A, B) -> Return
    ) -> Self
    where Self == PlainRole<(A, B) -> Return> { .completion(callback) }

    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A, B: FailureReporting, Return>(
        _ callback: ((A, B) -> Return)??
    ) -> Self
    where Self == PlainRole<((A, B) -> Return)?> { .completion(callback) }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A: FailureReporting, Return>(
        _ callback: @escaping @Sendable (A) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> { .completion(callback) }

    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A: FailureReporting, Return>(
        _ callback: (@Sendable (A) -> Return)??
    ) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> { .completion(callback) }

    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A, B: FailureReporting, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> { .completion(callback) }

    /// Deprecated: this callback is a completion.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A, B: FailureReporting, Return>(
        _ callback: (@Sendable (A, B) -> Return)??
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> { .completion(callback) }
}

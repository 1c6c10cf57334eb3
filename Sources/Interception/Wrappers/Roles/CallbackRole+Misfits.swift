// Callbacks that do not fit their role; the compiler's message names the right role.

// The compiler chooses these functions only if no other function fits, and prints the message.
extension CallbackRole {
    /// Unavailable: a success callback has up to two values.
    @available(
        *,
        unavailable,
        message:
            ".success(…) takes a callback with up to two values that neither throws nor is async; for three values say where the error is: .callback(success) { code, message, data in … }, for others write { call in … }"
    )
    @_disfavoredOverload
    public static func success<Callback>(_ callback: Callback? = nil) -> Self
    where Self == PlainRole<Callback> { .unavailable }

    /// Unavailable: this callback is not called with an error.
    @available(
        *,
        unavailable,
        message:
            ".failure(…) takes a callback that is called with an error; write .success(…) for a value, .completion(…) for a Result or an optional error, or say where the error is: .callback(failure) { code, message in … }"
    )
    @_disfavoredOverload
    public static func failure<Callback>(_ callback: Callback? = nil) -> Self
    where Self == PlainRole<Callback> { .unavailable }

    /// Unavailable: the last of up to three values has to be a `Result` or an optional error.
    @available(
        *,
        unavailable,
        message:
            ".completion(…) takes a callback with up to three values, of which the last is a Result, or an error or nil; write .success(…) or .failure(…), or say where the error is: .callback(completion) { value, status in … }"
    )
    @_disfavoredOverload
    public static func completion<Callback>(_ callback: Callback? = nil) -> Self
    where Self == PlainRole<Callback> { .unavailable }

    /// Unavailable: .progress(…) takes a callback with one to three values, which does not end the request.
    @available(
        *,
        unavailable,
        message:
            ".progress(…) takes a callback with one to three values, which does not end the request"
    )
    @_disfavoredOverload
    public static func progress<Callback>(_ callback: Callback? = nil) -> Self
    where Self == PlainRole<Callback> { .unavailable }

    /// Unavailable: a finally callback has no value, and runs after all other callbacks.
    @available(
        *,
        unavailable,
        message:
            ".finally(…) takes a callback without a value, which runs after all others; write .success(…), .failure(…) or .completion(…)"
    )
    @_disfavoredOverload
    public static func finally<Callback>(_ callback: Callback? = nil) -> Self
    where Self == PlainRole<Callback> { .unavailable }

    /// Unavailable: the role needs a closure that finds the error.
    @available(
        *,
        unavailable,
        message:
            ".callback(…) takes a callback and a closure that finds the error: .callback(completion) { value, status in … }"
    )
    @_disfavoredOverload
    public static func callback<Callback>(_ callback: Callback? = nil) -> Self
    where Self == PlainRole<Callback> { .unavailable }

    /// Unavailable: the closure has to return an optional error.
    @available(
        *,
        unavailable,
        message: "the closure of .callback(…) returns an error, or nil if the request succeeded"
    )
    @_disfavoredOverload
    public static func callback<each Value, Problem>(
        _ callback: @escaping (repeat each Value) -> Void,
        error: @escaping (repeat each Value) -> Problem
    ) -> Self
    where Self == PlainRole<(repeat each Value) -> Void> { .unavailable }

    /// Unavailable: the closure has to return an optional error.
    @available(
        *,
        unavailable,
        message: "the closure of .callback(…) returns an error, or nil if the request succeeded"
    )
    @_disfavoredOverload
    public static func callback<each Value, Problem>(
        _ callback: ((repeat each Value) -> Void)?,
        error: @escaping (repeat each Value) -> Problem
    ) -> Self
    where Self == PlainRole<((repeat each Value) -> Void)?> { .unavailable }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// Unavailable: the closure has to return an optional error.
    @available(
        *,
        unavailable,
        message: "the closure of .callback(…) returns an error, or nil if the request succeeded"
    )
    @_disfavoredOverload
    public static func callback<each Value, Problem>(
        _ callback: @escaping @Sendable (repeat each Value) -> Void,
        error: @escaping (repeat each Value) -> Problem
    ) -> Self
    where Self == SendableRole<@Sendable (repeat each Value) -> Void> { .unavailable }

    /// Unavailable: the closure has to return an optional error.
    @available(
        *,
        unavailable,
        message: "the closure of .callback(…) returns an error, or nil if the request succeeded"
    )
    @_disfavoredOverload
    public static func callback<each Value, Problem>(
        _ callback: (@Sendable (repeat each Value) -> Void)?,
        error: @escaping (repeat each Value) -> Problem
    ) -> Self
    where Self == SendableRole<(@Sendable (repeat each Value) -> Void)?> { .unavailable }
}

extension CallbackRole {
    /// The result of the unavailable functions; the compiler rejects every call of these functions.
    fileprivate static var unavailable: Self { preconditionFailure("a role has no callback") }
}

// The compiler prefers the general `success` to an unavailable function. So these functions are deprecated instead of
// unavailable, and treat the error as a failure of the request.
extension CallbackRole {
    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A: FailureReporting, Return>(
        _ callback: @escaping (A) -> Return
    ) -> Self
    where Self == PlainRole<(A) -> Return> { .completion(callback) }

    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable @_disfavoredOverload
    public static func success<A: FailureReporting, Return>(_ callback: ((A) -> Return)?) -> Self
    where Self == PlainRole<((A) -> Return)?> { .completion(callback) }

    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A, B: FailureReporting, Return>(
        _ callback: @escaping (A, B) -> Return
    ) -> Self
    where Self == PlainRole<(A, B) -> Return> { .completion(callback) }

    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable @_disfavoredOverload
    public static func success<A, B: FailureReporting, Return>(
        _ callback: ((A, B) -> Return)?
    ) -> Self
    where Self == PlainRole<((A, B) -> Return)?> { .completion(callback) }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A: FailureReporting, Return>(
        _ callback: @escaping @Sendable (A) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> { .completion(callback) }

    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable @_disfavoredOverload
    public static func success<A: FailureReporting, Return>(
        _ callback: (@Sendable (A) -> Return)?
    ) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> { .completion(callback) }

    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable
    public static func success<A, B: FailureReporting, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> { .completion(callback) }

    /// Deprecated: a callback with an error has the role `completion`.
    @available(*, deprecated, message: "this callback carries an error; write .completion(…)")
    @inlinable @_disfavoredOverload
    public static func success<A, B: FailureReporting, Return>(
        _ callback: (@Sendable (A, B) -> Return)?
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> { .completion(callback) }
}

// For a `@Sendable` callback, the parameters `error` and `rejection` are `sending`. If these parameters were
// `@Sendable`, the compiler would choose a function for a callback that is not `@Sendable`.

extension CallbackRole {
    /// A callback with a value, and a closure that extracts the error from the value.
    @inlinable @inline(__always)
    public static func callback<A, Return>(
        _ callback: @escaping (A) -> Return,
        error: @escaping (A) -> (any Error)?,
        rejection: @escaping (any Error) -> A? = noRejection
    ) -> Self
    where Self == PlainRole<(A) -> Return> {
        .plain(callback, FoundErrorMeaning(error, rejection))
    }

    /// An optional callback with a value, and a closure that extracts the error from the value.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func callback<A, Return>(
        _ callback: ((A) -> Return)?,
        error: @escaping (A) -> (any Error)?,
        rejection: @escaping (any Error) -> A? = noRejection
    ) -> Self
    where Self == PlainRole<((A) -> Return)?> {
        .plain(callback, FoundErrorMeaning(error, rejection))
    }

    /// A callback with two values, and a closure that extracts the error from the values.
    @inlinable @inline(__always)
    public static func callback<A, B, Return>(
        _ callback: @escaping (A, B) -> Return,
        error: @escaping (A, B) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B)? = noRejection
    ) -> Self
    where Self == PlainRole<(A, B) -> Return> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1) }, rejection))
    }

    /// An optional callback with two values, and a closure that extracts the error from the values.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func callback<A, B, Return>(
        _ callback: ((A, B) -> Return)?,
        error: @escaping (A, B) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B)? = noRejection
    ) -> Self
    where Self == PlainRole<((A, B) -> Return)?> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1) }, rejection))
    }

    /// A callback with three values, and a closure that extracts the error from the values.
    @inlinable @inline(__always)
    public static func callback<A, B, C, Return>(
        _ callback: @escaping (A, B, C) -> Return,
        error: @escaping (A, B, C) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B, C)? = noRejection
    ) -> Self
    where Self == PlainRole<(A, B, C) -> Return> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1, $0.2) }, rejection))
    }

    /// An optional callback with three values, and a closure that extracts the error from the values.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func callback<A, B, C, Return>(
        _ callback: ((A, B, C) -> Return)?,
        error: @escaping (A, B, C) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B, C)? = noRejection
    ) -> Self
    where Self == PlainRole<((A, B, C) -> Return)?> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1, $0.2) }, rejection))
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` callback with a value, and a closure that extracts the error from the value.
    @inlinable @inline(__always)
    public static func callback<A, Return>(
        _ callback: @escaping @Sendable (A) -> Return,
        error: sending @escaping (A) -> (any Error)?,
        rejection: sending @escaping (any Error) -> A? = noRejection
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> {
        .plain(callback, FoundErrorMeaning(error, rejection))
    }

    /// An optional `@Sendable` callback with a value, and a closure that extracts the error from the value.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func callback<A, Return>(
        _ callback: (@Sendable (A) -> Return)?,
        error: sending @escaping (A) -> (any Error)?,
        rejection: sending @escaping (any Error) -> A? = noRejection
    ) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> {
        .plain(callback, FoundErrorMeaning(error, rejection))
    }

    /// A `@Sendable` callback with two values, and a closure that extracts the error from the values.
    @inlinable @inline(__always)
    public static func callback<A, B, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return,
        error: sending @escaping (A, B) -> (any Error)?,
        rejection: sending @escaping (any Error) -> (A, B)? = noRejection
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1) }, rejection))
    }

    /// An optional `@Sendable` callback with two values, and a closure that extracts the error from the values.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func callback<A, B, Return>(
        _ callback: (@Sendable (A, B) -> Return)?,
        error: sending @escaping (A, B) -> (any Error)?,
        rejection: sending @escaping (any Error) -> (A, B)? = noRejection
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1) }, rejection))
    }

    /// A `@Sendable` callback with three values, and a closure that extracts the error from the values.
    @inlinable @inline(__always)
    public static func callback<A, B, C, Return>(
        _ callback: @escaping @Sendable (A, B, C) -> Return,
        error: sending @escaping (A, B, C) -> (any Error)?,
        rejection: sending @escaping (any Error) -> (A, B, C)? = noRejection
    ) -> Self
    where Self == SendableRole<@Sendable (A, B, C) -> Return> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1, $0.2) }, rejection))
    }

    /// An optional `@Sendable` callback with three values, and a closure that extracts the error from the values.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func callback<A, B, C, Return>(
        _ callback: (@Sendable (A, B, C) -> Return)?,
        error: sending @escaping (A, B, C) -> (any Error)?,
        rejection: sending @escaping (any Error) -> (A, B, C)? = noRejection
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B, C) -> Return)?> {
        .plain(callback, FoundErrorMeaning({ error($0.0, $0.1, $0.2) }, rejection))
    }
}

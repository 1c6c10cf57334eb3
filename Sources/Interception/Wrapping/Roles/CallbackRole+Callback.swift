// The role `callback`, for callbacks in which a closure finds the error.

extension CallbackRole {
    /// A callback with a value in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A>(
        _ callback: @escaping (A) -> Void,
        error: @escaping (A) -> (any Error)?,
        rejection: @escaping (any Error) -> A? = { _ in nil }
    ) -> Self
    where Self == PlainRole<(A) -> Void> { Self(.plain(callback, .callback(error, rejection))) }

    /// An optional callback with a value in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A>(
        _ callback: ((A) -> Void)??,
        error: @escaping (A) -> (any Error)?,
        rejection: @escaping (any Error) -> A? = { _ in nil }
    ) -> Self
    where Self == PlainRole<((A) -> Void)?> { Self(.plain(callback, .callback(error, rejection))) }

    /// A `@Sendable` callback with a value in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A>(
        _ callback: @escaping @Sendable (A) -> Void,
        error: @escaping @Sendable (A) -> (any Error)?,
        rejection: @escaping @Sendable (any Error) -> A? = { _ in nil }
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Void> {
        Self(.sendable(callback, .callback(error, rejection)))
    }

    /// An optional `@Sendable` callback with a value in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A>(
        _ callback: (@Sendable (A) -> Void)??,
        error: @escaping @Sendable (A) -> (any Error)?,
        rejection: @escaping @Sendable (any Error) -> A? = { _ in nil }
    ) -> Self
    where Self == SendableRole<(@Sendable (A) -> Void)?> {
        Self(.sendable(callback, .callback(error, rejection)))
    }

    /// A callback with two values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B>(
        _ callback: @escaping (A, B) -> Void,
        error: @escaping (A, B) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B)? = { _ in nil }
    ) -> Self
    where Self == PlainRole<(A, B) -> Void> {
        Self(.plain(callback, .callback({ error($0.0, $0.1) }, rejection)))
    }

    /// An optional callback with two values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B>(
        _ callback: ((A, B) -> Void)??,
        error: @escaping (A, B) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B)? = { _ in nil }
    ) -> Self
    where Self == PlainRole<((A, B) -> Void)?> {
        Self(.plain(callback, .callback({ error($0.0, $0.1) }, rejection)))
    }

    /// A `@Sendable` callback with two values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B>(
        _ callback: @escaping @Sendable (A, B) -> Void,
        error: @escaping @Sendable (A, B) -> (any Error)?,
        rejection: @escaping @Sendable (any Error) -> (A, B)? = { _ in nil }
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Void> {
        Self(.sendable(callback, .callback({ error($0.0, $0.1) }, rejection)))
    }

    /// An optional `@Sendable` callback with two values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B>(
        _ callback: (@Sendable (A, B) -> Void)??,
        error: @escaping @Sendable (A, B) -> (any Error)?,
        rejection: @escaping @Sendable (any Error) -> (A, B)? = { _ in nil }
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Void)?> {
        Self(.sendable(callback, .callback({ error($0.0, $0.1) }, rejection)))
    }

    /// A callback with three values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B, C>(
        _ callback: @escaping (A, B, C) -> Void,
        error: @escaping (A, B, C) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B, C)? = { _ in nil }
    ) -> Self
    where Self == PlainRole<(A, B, C) -> Void> {
        Self(.plain(callback, .callback({ error($0.0, $0.1, $0.2) }, rejection)))
    }

    /// An optional callback with three values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B, C>(
        _ callback: ((A, B, C) -> Void)??,
        error: @escaping (A, B, C) -> (any Error)?,
        rejection: @escaping (any Error) -> (A, B, C)? = { _ in nil }
    ) -> Self
    where Self == PlainRole<((A, B, C) -> Void)?> {
        Self(.plain(callback, .callback({ error($0.0, $0.1, $0.2) }, rejection)))
    }

    /// A `@Sendable` callback with three values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B, C>(
        _ callback: @escaping @Sendable (A, B, C) -> Void,
        error: @escaping @Sendable (A, B, C) -> (any Error)?,
        rejection: @escaping @Sendable (any Error) -> (A, B, C)? = { _ in nil }
    ) -> Self
    where Self == SendableRole<@Sendable (A, B, C) -> Void> {
        Self(.sendable(callback, .callback({ error($0.0, $0.1, $0.2) }, rejection)))
    }

    /// An optional `@Sendable` callback with three values in which a closure finds the error.
    @inlinable @inline(__always)
    public static func callback<A, B, C>(
        _ callback: (@Sendable (A, B, C) -> Void)??,
        error: @escaping @Sendable (A, B, C) -> (any Error)?,
        rejection: @escaping @Sendable (any Error) -> (A, B, C)? = { _ in nil }
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B, C) -> Void)?> {
        Self(.sendable(callback, .callback({ error($0.0, $0.1, $0.2) }, rejection)))
    }
}

// The role `success`.

extension CallbackRole {
    /// A callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success<Return>(_ callback: @escaping () -> Return) -> Self
    where Self == PlainRole<() -> Return> { Self(.plain(callback, SuccessMeaning())) }

    /// An optional callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success<Return>(_ callback: (() -> Return)??) -> Self
    where Self == PlainRole<(() -> Return)?> { Self(.plain(callback, SuccessMeaning())) }

    /// A main-actor callback for a request that has succeeded.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func success<Return>(onMain callback: @escaping @MainActor () -> Return) -> Self
    where Self == MainRole<@MainActor () -> Return> { Self(.main(callback, SuccessMeaning())) }

    /// An optional main-actor callback for a request that has succeeded.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func success<Return>(onMain callback: (@MainActor () -> Return)??) -> Self
    where Self == MainRole<(@MainActor () -> Return)?> { Self(.main(callback, SuccessMeaning())) }

    /// A callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A, Return>(_ callback: @escaping (A) -> Return) -> Self
    where Self == PlainRole<(A) -> Return> { Self(.plain(callback, SuccessMeaning())) }

    /// An optional callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A, Return>(_ callback: ((A) -> Return)??) -> Self
    where Self == PlainRole<((A) -> Return)?> { Self(.plain(callback, SuccessMeaning())) }

    /// A main-actor callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func success<A, Return>(
        onMain callback: @escaping @MainActor (A) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A) -> Return> { Self(.main(callback, SuccessMeaning())) }

    /// An optional main-actor callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func success<A, Return>(onMain callback: (@MainActor (A) -> Return)??) -> Self
    where Self == MainRole<(@MainActor (A) -> Return)?> { Self(.main(callback, SuccessMeaning())) }

    /// A callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B, Return>(_ callback: @escaping (A, B) -> Return) -> Self
    where Self == PlainRole<(A, B) -> Return> { Self(.plain(callback, SuccessMeaning())) }

    /// An optional callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B, Return>(_ callback: ((A, B) -> Return)??) -> Self
    where Self == PlainRole<((A, B) -> Return)?> { Self(.plain(callback, SuccessMeaning())) }

    /// A main-actor callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func success<A, B, Return>(
        onMain callback: @escaping @MainActor (A, B) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A, B) -> Return> { Self(.main(callback, SuccessMeaning())) }

    /// An optional main-actor callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func success<A, B, Return>(
        onMain callback: (@MainActor (A, B) -> Return)??
    ) -> Self
    where Self == MainRole<(@MainActor (A, B) -> Return)?> {
        Self(.main(callback, SuccessMeaning()))
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success<Return>(_ callback: @escaping @Sendable () -> Return) -> Self
    where Self == SendableRole<@Sendable () -> Return> {
        Self(.plain(callback, SuccessMeaning()))
    }

    /// An optional `@Sendable` callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success<Return>(_ callback: (@Sendable () -> Return)??) -> Self
    where Self == SendableRole<(@Sendable () -> Return)?> {
        Self(.plain(callback, SuccessMeaning()))
    }

    /// A `@Sendable` callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A, Return>(_ callback: @escaping @Sendable (A) -> Return) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> {
        Self(.plain(callback, SuccessMeaning()))
    }

    /// An optional `@Sendable` callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A, Return>(_ callback: (@Sendable (A) -> Return)??) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> {
        Self(.plain(callback, SuccessMeaning()))
    }

    /// A `@Sendable` callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> {
        Self(.plain(callback, SuccessMeaning()))
    }

    /// An optional `@Sendable` callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B, Return>(_ callback: (@Sendable (A, B) -> Return)??) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> {
        Self(.plain(callback, SuccessMeaning()))
    }
}

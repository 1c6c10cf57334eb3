// The role `success`, for each form of callback.
extension CallbackRole {
    /// A success callback without a value.
    @inlinable @inline(__always)
    public static func success<Return>(_ callback: @escaping () -> Return) -> Self
    where Self == PlainRole<() -> Return> { .plain(callback, SuccessMeaning()) }

    /// An optional success callback without a value.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func success<Return>(_ callback: (() -> Return)?) -> Self
    where Self == PlainRole<(() -> Return)?> { .plain(callback, SuccessMeaning()) }

    /// A main-actor success callback without a value.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func success<Return>(onMain callback: @escaping @MainActor () -> Return) -> Self
    where Self == PlainRole<@MainActor () -> Return> { .main(callback, SuccessMeaning()) }

    /// An optional main-actor success callback without a value.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func success<Return>(onMain callback: (@MainActor () -> Return)?) -> Self
    where Self == PlainRole<(@MainActor () -> Return)?> { .main(callback, SuccessMeaning()) }

    /// A success callback with a value.
    @inlinable @inline(__always)
    public static func success<A, Return>(_ callback: @escaping (A) -> Return) -> Self
    where Self == PlainRole<(A) -> Return> { .plain(callback, SuccessMeaning()) }

    /// An optional success callback with a value.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func success<A, Return>(_ callback: ((A) -> Return)?) -> Self
    where Self == PlainRole<((A) -> Return)?> { .plain(callback, SuccessMeaning()) }

    /// A main-actor success callback with a value.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func success<A, Return>(
        onMain callback: @escaping @MainActor (A) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A) -> Return> { .main(callback, SuccessMeaning()) }

    /// An optional main-actor success callback with a value.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func success<A, Return>(onMain callback: (@MainActor (A) -> Return)?) -> Self
    where Self == PlainRole<(@MainActor (A) -> Return)?> { .main(callback, SuccessMeaning()) }

    /// A success callback with two values.
    @inlinable @inline(__always)
    public static func success<A, B, Return>(_ callback: @escaping (A, B) -> Return) -> Self
    where Self == PlainRole<(A, B) -> Return> { .plain(callback, SuccessMeaning()) }

    /// An optional success callback with two values.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func success<A, B, Return>(_ callback: ((A, B) -> Return)?) -> Self
    where Self == PlainRole<((A, B) -> Return)?> { .plain(callback, SuccessMeaning()) }

    /// A main-actor success callback with two values.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func success<A, B, Return>(
        onMain callback: @escaping @MainActor (A, B) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A, B) -> Return> { .main(callback, SuccessMeaning()) }

    /// An optional main-actor success callback with two values.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func success<A, B, Return>(
        onMain callback: (@MainActor (A, B) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A, B) -> Return)?> {
        .main(callback, SuccessMeaning())
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` success callback without a value.
    @inlinable @inline(__always)
    public static func success<Return>(_ callback: @escaping @Sendable () -> Return) -> Self
    where Self == SendableRole<@Sendable () -> Return> { .plain(callback, SuccessMeaning()) }

    /// An optional `@Sendable` success callback without a value.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func success<Return>(_ callback: (@Sendable () -> Return)?) -> Self
    where Self == SendableRole<(@Sendable () -> Return)?> { .plain(callback, SuccessMeaning()) }

    /// A `@Sendable` success callback with a value.
    @inlinable @inline(__always)
    public static func success<A, Return>(_ callback: @escaping @Sendable (A) -> Return) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> { .plain(callback, SuccessMeaning()) }

    /// An optional `@Sendable` success callback with a value.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func success<A, Return>(_ callback: (@Sendable (A) -> Return)?) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> { .plain(callback, SuccessMeaning()) }

    /// A `@Sendable` success callback with two values.
    @inlinable @inline(__always)
    public static func success<A, B, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> { .plain(callback, SuccessMeaning()) }

    /// An optional `@Sendable` success callback with two values.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func success<A, B, Return>(_ callback: (@Sendable (A, B) -> Return)?) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> { .plain(callback, SuccessMeaning()) }
}

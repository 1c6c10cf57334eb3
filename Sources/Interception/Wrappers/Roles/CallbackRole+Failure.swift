// The role `failure`, for each form of callback.
extension CallbackRole {
    /// A failure callback without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: @escaping () -> Return) -> Self
    where Self == PlainRole<() -> Return> { .plain(callback, UnexplainedFailureMeaning()) }

    /// An optional failure callback without an error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<Return>(_ callback: (() -> Return)?) -> Self
    where Self == PlainRole<(() -> Return)?> { .plain(callback, UnexplainedFailureMeaning()) }

    /// A main-actor failure callback without an error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<Return>(onMain callback: @escaping @MainActor () -> Return) -> Self
    where Self == PlainRole<@MainActor () -> Return> {
        .main(callback, UnexplainedFailureMeaning())
    }

    /// An optional main-actor failure callback without an error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<Return>(onMain callback: (@MainActor () -> Return)?) -> Self
    where Self == PlainRole<(@MainActor () -> Return)?> {
        .main(callback, UnexplainedFailureMeaning())
    }

    /// A failure callback with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: @escaping (A) -> Return) -> Self
    where Self == PlainRole<(A) -> Return> { .plain(callback, FailureMeaning()) }

    /// An optional failure callback with an error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<A: Error, Return>(_ callback: ((A) -> Return)?) -> Self
    where Self == PlainRole<((A) -> Return)?> { .plain(callback, FailureMeaning()) }

    /// A main-actor failure callback with an error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: @escaping @MainActor (A) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A) -> Return> { .main(callback, FailureMeaning()) }

    /// An optional main-actor failure callback with an error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: (@MainActor (A) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A) -> Return)?> { .main(callback, FailureMeaning()) }

    /// A failure callback with an optional error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: @escaping (A?) -> Return) -> Self
    where Self == PlainRole<(A?) -> Return> { .plain(callback, FailureOrNilMeaning()) }

    /// An optional failure callback with an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<A: Error, Return>(_ callback: ((A?) -> Return)?) -> Self
    where Self == PlainRole<((A?) -> Return)?> { .plain(callback, FailureOrNilMeaning()) }

    /// A main-actor failure callback with an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: @escaping @MainActor (A?) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A?) -> Return> {
        .main(callback, FailureOrNilMeaning())
    }

    /// An optional main-actor failure callback with an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: (@MainActor (A?) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A?) -> Return)?> {
        .main(callback, FailureOrNilMeaning())
    }

    /// A failure callback with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(_ callback: @escaping (A, B) -> Return) -> Self
    where Self == PlainRole<(A, B) -> Return> {
        .plain(callback, ValueAndMeaning(FailureMeaning()))
    }

    /// An optional failure callback with a value and an error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<A, B: Error, Return>(_ callback: ((A, B) -> Return)?) -> Self
    where Self == PlainRole<((A, B) -> Return)?> {
        .plain(callback, ValueAndMeaning(FailureMeaning()))
    }

    /// A main-actor failure callback with a value and an error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<A, B: Error, Return>(
        onMain callback: @escaping @MainActor (A, B) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A, B) -> Return> {
        .main(callback, ValueAndMeaning(FailureMeaning()))
    }

    /// An optional main-actor failure callback with a value and an error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func failure<A, B: Error, Return>(
        onMain callback: (@MainActor (A, B) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A, B) -> Return)?> {
        .main(callback, ValueAndMeaning(FailureMeaning()))
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` failure callback without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: @escaping @Sendable () -> Return) -> Self
    where Self == SendableRole<@Sendable () -> Return> {
        .plain(callback, UnexplainedFailureMeaning())
    }

    /// An optional `@Sendable` failure callback without an error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<Return>(_ callback: (@Sendable () -> Return)?) -> Self
    where Self == SendableRole<(@Sendable () -> Return)?> {
        .plain(callback, UnexplainedFailureMeaning())
    }

    /// A `@Sendable` failure callback with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(
        _ callback: @escaping @Sendable (A) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> { .plain(callback, FailureMeaning()) }

    /// An optional `@Sendable` failure callback with an error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<A: Error, Return>(_ callback: (@Sendable (A) -> Return)?) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> { .plain(callback, FailureMeaning()) }

    /// A `@Sendable` failure callback with an optional error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(
        _ callback: @escaping @Sendable (A?) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A?) -> Return> { .plain(callback, FailureOrNilMeaning()) }

    /// An optional `@Sendable` failure callback with an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<A: Error, Return>(_ callback: (@Sendable (A?) -> Return)?) -> Self
    where Self == SendableRole<(@Sendable (A?) -> Return)?> {
        .plain(callback, FailureOrNilMeaning())
    }

    /// A `@Sendable` failure callback with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> {
        .plain(callback, ValueAndMeaning(FailureMeaning()))
    }

    /// An optional `@Sendable` failure callback with a value and an error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func failure<A, B: Error, Return>(
        _ callback: (@Sendable (A, B) -> Return)?
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> {
        .plain(callback, ValueAndMeaning(FailureMeaning()))
    }
}

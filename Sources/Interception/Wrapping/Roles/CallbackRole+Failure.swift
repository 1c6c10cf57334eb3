// The role `failure`.

extension CallbackRole {
    /// A callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: @escaping () -> Return) -> Self
    where Self == PlainRole<() -> Return> { Self(.plain(callback, UnexplainedFailureMeaning())) }

    /// An optional callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: (() -> Return)??) -> Self
    where Self == PlainRole<(() -> Return)?> { Self(.plain(callback, UnexplainedFailureMeaning())) }

    /// A main-actor callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<Return>(onMain callback: @escaping @MainActor () -> Return) -> Self
    where Self == MainRole<@MainActor () -> Return> {
        Self(.main(callback, UnexplainedFailureMeaning()))
    }

    /// An optional main-actor callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<Return>(onMain callback: (@MainActor () -> Return)??) -> Self
    where Self == MainRole<(@MainActor () -> Return)?> {
        Self(.main(callback, UnexplainedFailureMeaning()))
    }

    /// A callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: @escaping (A) -> Return) -> Self
    where Self == PlainRole<(A) -> Return> { Self(.plain(callback, FailureMeaning())) }

    /// An optional callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: ((A) -> Return)??) -> Self
    where Self == PlainRole<((A) -> Return)?> { Self(.plain(callback, FailureMeaning())) }

    /// A main-actor callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: @escaping @MainActor (A) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A) -> Return> { Self(.main(callback, FailureMeaning())) }

    /// An optional main-actor callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: (@MainActor (A) -> Return)??
    ) -> Self
    where Self == MainRole<(@MainActor (A) -> Return)?> { Self(.main(callback, FailureMeaning())) }

    /// A callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: @escaping (A?) -> Return) -> Self
    where Self == PlainRole<(A?) -> Return> { Self(.plain(callback, FailureOrNilMeaning())) }

    /// An optional callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: ((A?) -> Return)??) -> Self
    where Self == PlainRole<((A?) -> Return)?> { Self(.plain(callback, FailureOrNilMeaning())) }

    /// A main-actor callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: @escaping @MainActor (A?) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A?) -> Return> {
        Self(.main(callback, FailureOrNilMeaning()))
    }

    /// An optional main-actor callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<A: Error, Return>(
        onMain callback: (@MainActor (A?) -> Return)??
    ) -> Self
    where Self == MainRole<(@MainActor (A?) -> Return)?> {
        Self(.main(callback, FailureOrNilMeaning()))
    }

    /// A callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(_ callback: @escaping (A, B) -> Return) -> Self
    where Self == PlainRole<(A, B) -> Return> { Self(.plain(callback, ValueAndFailureMeaning())) }

    /// An optional callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(_ callback: ((A, B) -> Return)??) -> Self
    where Self == PlainRole<((A, B) -> Return)?> {
        Self(.plain(callback, ValueAndFailureMeaning()))
    }

    /// A main-actor callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<A, B: Error, Return>(
        onMain callback: @escaping @MainActor (A, B) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A, B) -> Return> {
        Self(.main(callback, ValueAndFailureMeaning()))
    }

    /// An optional main-actor callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    @preconcurrency @_disfavoredOverload
    public static func failure<A, B: Error, Return>(
        onMain callback: (@MainActor (A, B) -> Return)??
    ) -> Self
    where Self == MainRole<(@MainActor (A, B) -> Return)?> {
        Self(.main(callback, ValueAndFailureMeaning()))
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: @escaping @Sendable () -> Return) -> Self
    where Self == SendableRole<@Sendable () -> Return> {
        Self(.plain(callback, UnexplainedFailureMeaning()))
    }

    /// An optional `@Sendable` callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: (@Sendable () -> Return)??) -> Self
    where Self == SendableRole<(@Sendable () -> Return)?> {
        Self(.plain(callback, UnexplainedFailureMeaning()))
    }

    /// A `@Sendable` callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(
        _ callback: @escaping @Sendable (A) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> {
        Self(.plain(callback, FailureMeaning()))
    }

    /// An optional `@Sendable` callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: (@Sendable (A) -> Return)??) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> {
        Self(.plain(callback, FailureMeaning()))
    }

    /// A `@Sendable` callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(
        _ callback: @escaping @Sendable (A?) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A?) -> Return> {
        Self(.plain(callback, FailureOrNilMeaning()))
    }

    /// An optional `@Sendable` callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: (@Sendable (A?) -> Return)??) -> Self
    where Self == SendableRole<(@Sendable (A?) -> Return)?> {
        Self(.plain(callback, FailureOrNilMeaning()))
    }

    /// A `@Sendable` callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> {
        Self(.plain(callback, ValueAndFailureMeaning()))
    }

    /// An optional `@Sendable` callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(
        _ callback: (@Sendable (A, B) -> Return)??
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> {
        Self(.plain(callback, ValueAndFailureMeaning()))
    }
}

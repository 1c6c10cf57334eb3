// The role `failure`.

extension CallbackRole {
    /// A callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: @escaping () -> Return) -> Self
    where Self == PlainRole<() -> Return> { Self(.plain(callback, .unexplainedFailure)) }

    /// An optional callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: (() -> Return)??) -> Self
    where Self == PlainRole<(() -> Return)?> { Self(.plain(callback, .unexplainedFailure)) }

    /// A main-actor callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<Return>(onMain callback: @escaping @MainActor () -> Return) -> Self
    where Self == MainRole<@MainActor () -> Return> { Self(.main(callback, .unexplainedFailure)) }

    /// An optional main-actor callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<Return>(onMain callback: (@MainActor () -> Return)??) -> Self
    where Self == MainRole<(@MainActor () -> Return)?> {
        Self(.main(callback, .unexplainedFailure))
    }

    /// A callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: @escaping (A) -> Return) -> Self
    where Self == PlainRole<(A) -> Return> { Self(.plain(callback, .failure())) }

    /// An optional callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: ((A) -> Return)??) -> Self
    where Self == PlainRole<((A) -> Return)?> { Self(.plain(callback, .failure())) }

    /// A main-actor callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error, Return>(
        onMain callback: @escaping @MainActor (A) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A) -> Return> { Self(.main(callback, .failure())) }

    /// An optional main-actor callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error, Return>(
        onMain callback: (@MainActor (A) -> Return)??
    ) -> Self
    where Self == MainRole<(@MainActor (A) -> Return)?> { Self(.main(callback, .failure())) }

    /// A callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: @escaping (A?) -> Return) -> Self
    where Self == PlainRole<(A?) -> Return> { Self(.plain(callback, .failureOrNil())) }

    /// An optional callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: ((A?) -> Return)??) -> Self
    where Self == PlainRole<((A?) -> Return)?> { Self(.plain(callback, .failureOrNil())) }

    /// A main-actor callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error, Return>(
        onMain callback: @escaping @MainActor (A?) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A?) -> Return> { Self(.main(callback, .failureOrNil())) }

    /// An optional main-actor callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error, Return>(
        onMain callback: (@MainActor (A?) -> Return)??
    ) -> Self
    where Self == MainRole<(@MainActor (A?) -> Return)?> { Self(.main(callback, .failureOrNil())) }

    /// A callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(_ callback: @escaping (A, B) -> Return) -> Self
    where Self == PlainRole<(A, B) -> Return> { Self(.plain(callback, .valueAndFailure())) }

    /// An optional callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(_ callback: ((A, B) -> Return)??) -> Self
    where Self == PlainRole<((A, B) -> Return)?> { Self(.plain(callback, .valueAndFailure())) }

    /// A main-actor callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A, B: Error, Return>(
        onMain callback: @escaping @MainActor (A, B) -> Return
    ) -> Self
    where Self == MainRole<@MainActor (A, B) -> Return> {
        Self(.main(callback, .valueAndFailure()))
    }

    /// An optional main-actor callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A, B: Error, Return>(
        onMain callback: (@MainActor (A, B) -> Return)??
    ) -> Self
    where Self == MainRole<(@MainActor (A, B) -> Return)?> {
        Self(.main(callback, .valueAndFailure()))
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: @escaping @Sendable () -> Return) -> Self
    where Self == SendableRole<@Sendable () -> Return> {
        Self(.sendable(callback, .unexplainedFailure))
    }

    /// An optional `@Sendable` callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure<Return>(_ callback: (@Sendable () -> Return)??) -> Self
    where Self == SendableRole<(@Sendable () -> Return)?> {
        Self(.sendable(callback, .unexplainedFailure))
    }

    /// A `@Sendable` callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(
        _ callback: @escaping @Sendable (A) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> { Self(.sendable(callback, .failure())) }

    /// An optional `@Sendable` callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: (@Sendable (A) -> Return)??) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> { Self(.sendable(callback, .failure())) }

    /// A `@Sendable` callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(
        _ callback: @escaping @Sendable (A?) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A?) -> Return> {
        Self(.sendable(callback, .failureOrNil()))
    }

    /// An optional `@Sendable` callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error, Return>(_ callback: (@Sendable (A?) -> Return)??) -> Self
    where Self == SendableRole<(@Sendable (A?) -> Return)?> {
        Self(.sendable(callback, .failureOrNil()))
    }

    /// A `@Sendable` callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> {
        Self(.sendable(callback, .valueAndFailure()))
    }

    /// An optional `@Sendable` callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error, Return>(
        _ callback: (@Sendable (A, B) -> Return)??
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> {
        Self(.sendable(callback, .valueAndFailure()))
    }
}

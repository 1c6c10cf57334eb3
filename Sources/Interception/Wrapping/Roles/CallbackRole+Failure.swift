// The role `failure`.

extension CallbackRole {
    /// A callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure(_ callback: @escaping () -> Void) -> Self
    where Self == PlainRole<() -> Void> { Self(.plain(callback, .unexplainedFailure)) }

    /// An optional callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure(_ callback: (() -> Void)??) -> Self
    where Self == PlainRole<(() -> Void)?> { Self(.plain(callback, .unexplainedFailure)) }

    /// A `@Sendable` callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure(_ callback: @escaping @Sendable () -> Void) -> Self
    where Self == SendableRole<@Sendable () -> Void> {
        Self(.sendable(callback, .unexplainedFailure))
    }

    /// An optional `@Sendable` callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    public static func failure(_ callback: (@Sendable () -> Void)??) -> Self
    where Self == SendableRole<(@Sendable () -> Void)?> {
        Self(.sendable(callback, .unexplainedFailure))
    }

    /// A main-actor callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure(onMain callback: @escaping @MainActor () -> Void) -> Self
    where Self == MainRole<@MainActor () -> Void> { Self(.main(callback, .unexplainedFailure)) }

    /// An optional main-actor callback for a request that has failed, without an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure(onMain callback: (@MainActor () -> Void)??) -> Self
    where Self == MainRole<(@MainActor () -> Void)?> { Self(.main(callback, .unexplainedFailure)) }

    /// A callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: @escaping (A) -> Void) -> Self
    where Self == PlainRole<(A) -> Void> { Self(.plain(callback, .failure())) }

    /// An optional callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: ((A) -> Void)??) -> Self
    where Self == PlainRole<((A) -> Void)?> { Self(.plain(callback, .failure())) }

    /// A `@Sendable` callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: @escaping @Sendable (A) -> Void) -> Self
    where Self == SendableRole<@Sendable (A) -> Void> { Self(.sendable(callback, .failure())) }

    /// An optional `@Sendable` callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: (@Sendable (A) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A) -> Void)?> { Self(.sendable(callback, .failure())) }

    /// A main-actor callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error>(onMain callback: @escaping @MainActor (A) -> Void) -> Self
    where Self == MainRole<@MainActor (A) -> Void> { Self(.main(callback, .failure())) }

    /// An optional main-actor callback for a request that has failed, with an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error>(onMain callback: (@MainActor (A) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A) -> Void)?> { Self(.main(callback, .failure())) }

    /// A callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: @escaping (A?) -> Void) -> Self
    where Self == PlainRole<(A?) -> Void> { Self(.plain(callback, .failureOrNil())) }

    /// An optional callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: ((A?) -> Void)??) -> Self
    where Self == PlainRole<((A?) -> Void)?> { Self(.plain(callback, .failureOrNil())) }

    /// A `@Sendable` callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: @escaping @Sendable (A?) -> Void) -> Self
    where Self == SendableRole<@Sendable (A?) -> Void> {
        Self(.sendable(callback, .failureOrNil()))
    }

    /// An optional `@Sendable` callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    public static func failure<A: Error>(_ callback: (@Sendable (A?) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A?) -> Void)?> {
        Self(.sendable(callback, .failureOrNil()))
    }

    /// A main-actor callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error>(onMain callback: @escaping @MainActor (A?) -> Void) -> Self
    where Self == MainRole<@MainActor (A?) -> Void> { Self(.main(callback, .failureOrNil())) }

    /// An optional main-actor callback for a request that has failed, with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A: Error>(onMain callback: (@MainActor (A?) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A?) -> Void)?> { Self(.main(callback, .failureOrNil())) }

    /// A callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error>(_ callback: @escaping (A, B) -> Void) -> Self
    where Self == PlainRole<(A, B) -> Void> { Self(.plain(callback, .valueAndFailure())) }

    /// An optional callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error>(_ callback: ((A, B) -> Void)??) -> Self
    where Self == PlainRole<((A, B) -> Void)?> { Self(.plain(callback, .valueAndFailure())) }

    /// A `@Sendable` callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error>(_ callback: @escaping @Sendable (A, B) -> Void) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Void> {
        Self(.sendable(callback, .valueAndFailure()))
    }

    /// An optional `@Sendable` callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    public static func failure<A, B: Error>(_ callback: (@Sendable (A, B) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Void)?> {
        Self(.sendable(callback, .valueAndFailure()))
    }

    /// A main-actor callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A, B: Error>(
        onMain callback: @escaping @MainActor (A, B) -> Void
    ) -> Self
    where Self == MainRole<@MainActor (A, B) -> Void> { Self(.main(callback, .valueAndFailure())) }

    /// An optional main-actor callback for a request that has failed, with a value and an error.
    @inlinable @inline(__always)
    @preconcurrency
    public static func failure<A, B: Error>(onMain callback: (@MainActor (A, B) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A, B) -> Void)?> {
        Self(.main(callback, .valueAndFailure()))
    }
}

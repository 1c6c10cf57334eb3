// The role `success`.

extension CallbackRole {
    /// A callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success(_ callback: @escaping () -> Void) -> Self
    where Self == PlainRole<() -> Void> { Self(.plain(callback, .success)) }

    /// An optional callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success(_ callback: (() -> Void)??) -> Self
    where Self == PlainRole<(() -> Void)?> { Self(.plain(callback, .success)) }

    /// A `@Sendable` callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success(_ callback: @escaping @Sendable () -> Void) -> Self
    where Self == SendableRole<@Sendable () -> Void> { Self(.sendable(callback, .success)) }

    /// An optional `@Sendable` callback for a request that has succeeded.
    @inlinable @inline(__always)
    public static func success(_ callback: (@Sendable () -> Void)??) -> Self
    where Self == SendableRole<(@Sendable () -> Void)?> { Self(.sendable(callback, .success)) }

    /// A main-actor callback for a request that has succeeded.
    @inlinable @inline(__always)
    @preconcurrency
    public static func success(onMain callback: @escaping @MainActor () -> Void) -> Self
    where Self == MainRole<@MainActor () -> Void> { Self(.main(callback, .success)) }

    /// An optional main-actor callback for a request that has succeeded.
    @inlinable @inline(__always)
    @preconcurrency
    public static func success(onMain callback: (@MainActor () -> Void)??) -> Self
    where Self == MainRole<(@MainActor () -> Void)?> { Self(.main(callback, .success)) }

    /// A callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A>(_ callback: @escaping (A) -> Void) -> Self
    where Self == PlainRole<(A) -> Void> { Self(.plain(callback, .success)) }

    /// An optional callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A>(_ callback: ((A) -> Void)??) -> Self
    where Self == PlainRole<((A) -> Void)?> { Self(.plain(callback, .success)) }

    /// A `@Sendable` callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A>(_ callback: @escaping @Sendable (A) -> Void) -> Self
    where Self == SendableRole<@Sendable (A) -> Void> { Self(.sendable(callback, .success)) }

    /// An optional `@Sendable` callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    public static func success<A>(_ callback: (@Sendable (A) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A) -> Void)?> { Self(.sendable(callback, .success)) }

    /// A main-actor callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    @preconcurrency
    public static func success<A>(onMain callback: @escaping @MainActor (A) -> Void) -> Self
    where Self == MainRole<@MainActor (A) -> Void> { Self(.main(callback, .success)) }

    /// An optional main-actor callback for a request that has succeeded, with a value.
    @inlinable @inline(__always)
    @preconcurrency
    public static func success<A>(onMain callback: (@MainActor (A) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A) -> Void)?> { Self(.main(callback, .success)) }

    /// A callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B>(_ callback: @escaping (A, B) -> Void) -> Self
    where Self == PlainRole<(A, B) -> Void> { Self(.plain(callback, .success)) }

    /// An optional callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B>(_ callback: ((A, B) -> Void)??) -> Self
    where Self == PlainRole<((A, B) -> Void)?> { Self(.plain(callback, .success)) }

    /// A `@Sendable` callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B>(_ callback: @escaping @Sendable (A, B) -> Void) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Void> { Self(.sendable(callback, .success)) }

    /// An optional `@Sendable` callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    public static func success<A, B>(_ callback: (@Sendable (A, B) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Void)?> { Self(.sendable(callback, .success)) }

    /// A main-actor callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    @preconcurrency
    public static func success<A, B>(onMain callback: @escaping @MainActor (A, B) -> Void) -> Self
    where Self == MainRole<@MainActor (A, B) -> Void> { Self(.main(callback, .success)) }

    /// An optional main-actor callback for a request that has succeeded, with two values.
    @inlinable @inline(__always)
    @preconcurrency
    public static func success<A, B>(onMain callback: (@MainActor (A, B) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A, B) -> Void)?> { Self(.main(callback, .success)) }
}

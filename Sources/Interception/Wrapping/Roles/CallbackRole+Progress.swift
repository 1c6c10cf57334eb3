// The role `progress`.

extension CallbackRole {
    /// A callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A>(_ callback: @escaping (A) -> Void) -> Self
    where Self == PlainRole<(A) -> Void> { Self(.plain(callback, .progress)) }

    /// An optional callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A>(_ callback: ((A) -> Void)??) -> Self
    where Self == PlainRole<((A) -> Void)?> { Self(.plain(callback, .progress)) }

    /// A `@Sendable` callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A>(_ callback: @escaping @Sendable (A) -> Void) -> Self
    where Self == SendableRole<@Sendable (A) -> Void> { Self(.sendable(callback, .progress)) }

    /// An optional `@Sendable` callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A>(_ callback: (@Sendable (A) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A) -> Void)?> { Self(.sendable(callback, .progress)) }

    /// A main-actor callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    @preconcurrency
    public static func progress<A>(onMain callback: @escaping @MainActor (A) -> Void) -> Self
    where Self == MainRole<@MainActor (A) -> Void> { Self(.main(callback, .progress)) }

    /// An optional main-actor callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    @preconcurrency
    public static func progress<A>(onMain callback: (@MainActor (A) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A) -> Void)?> { Self(.main(callback, .progress)) }

    /// A callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B>(_ callback: @escaping (A, B) -> Void) -> Self
    where Self == PlainRole<(A, B) -> Void> { Self(.plain(callback, .progress)) }

    /// An optional callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B>(_ callback: ((A, B) -> Void)??) -> Self
    where Self == PlainRole<((A, B) -> Void)?> { Self(.plain(callback, .progress)) }

    /// A `@Sendable` callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B>(_ callback: @escaping @Sendable (A, B) -> Void) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Void> { Self(.sendable(callback, .progress)) }

    /// An optional `@Sendable` callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B>(_ callback: (@Sendable (A, B) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Void)?> { Self(.sendable(callback, .progress)) }

    /// A main-actor callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    @preconcurrency
    public static func progress<A, B>(onMain callback: @escaping @MainActor (A, B) -> Void) -> Self
    where Self == MainRole<@MainActor (A, B) -> Void> { Self(.main(callback, .progress)) }

    /// An optional main-actor callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    @preconcurrency
    public static func progress<A, B>(onMain callback: (@MainActor (A, B) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A, B) -> Void)?> { Self(.main(callback, .progress)) }

    /// A callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, C>(_ callback: @escaping (A, B, C) -> Void) -> Self
    where Self == PlainRole<(A, B, C) -> Void> { Self(.plain(callback, .progress)) }

    /// An optional callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, C>(_ callback: ((A, B, C) -> Void)??) -> Self
    where Self == PlainRole<((A, B, C) -> Void)?> { Self(.plain(callback, .progress)) }

    /// A `@Sendable` callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, C>(_ callback: @escaping @Sendable (A, B, C) -> Void) -> Self
    where Self == SendableRole<@Sendable (A, B, C) -> Void> { Self(.sendable(callback, .progress)) }

    /// An optional `@Sendable` callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, C>(_ callback: (@Sendable (A, B, C) -> Void)??) -> Self
    where Self == SendableRole<(@Sendable (A, B, C) -> Void)?> {
        Self(.sendable(callback, .progress))
    }

    /// A main-actor callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    @preconcurrency
    public static func progress<A, B, C>(
        onMain callback: @escaping @MainActor (A, B, C) -> Void
    ) -> Self
    where Self == MainRole<@MainActor (A, B, C) -> Void> { Self(.main(callback, .progress)) }

    /// An optional main-actor callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    @preconcurrency
    public static func progress<A, B, C>(onMain callback: (@MainActor (A, B, C) -> Void)??) -> Self
    where Self == MainRole<(@MainActor (A, B, C) -> Void)?> { Self(.main(callback, .progress)) }
}

// The role `completion`.

extension CallbackRole {
    /// A callback with a `Result`, or with an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A: FailureReporting>(_ callback: @escaping (A) -> Void) -> Self
    where Self == PlainRole<(A) -> Void> { Self(.plain(callback, .completion())) }

    /// An optional callback with a `Result`, or with an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A: FailureReporting>(_ callback: ((A) -> Void)??) -> Self
    where Self == PlainRole<((A) -> Void)?> { Self(.plain(callback, .completion())) }

    /// A `@Sendable` callback with a `Result`, or with an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A: FailureReporting>(
        _ callback: @escaping @Sendable (A) -> Void
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Void> { Self(.sendable(callback, .completion())) }

    /// An optional `@Sendable` callback with a `Result`, or with an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A: FailureReporting>(
        _ callback: (@Sendable (A) -> Void)??
    ) -> Self
    where Self == SendableRole<(@Sendable (A) -> Void)?> {
        Self(.sendable(callback, .completion()))
    }

    /// A main-actor callback with a `Result`, or with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func completion<A: FailureReporting>(
        onMain callback: @escaping @MainActor (A) -> Void
    ) -> Self
    where Self == MainRole<@MainActor (A) -> Void> { Self(.main(callback, .completion())) }

    /// An optional main-actor callback with a `Result`, or with an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func completion<A: FailureReporting>(
        onMain callback: (@MainActor (A) -> Void)??
    ) -> Self
    where Self == MainRole<(@MainActor (A) -> Void)?> { Self(.main(callback, .completion())) }

    /// A callback with a value, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B: FailureReporting>(
        _ callback: @escaping (A, B) -> Void
    ) -> Self
    where Self == PlainRole<(A, B) -> Void> { Self(.plain(callback, .valueAndCompletion())) }

    /// An optional callback with a value, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B: FailureReporting>(_ callback: ((A, B) -> Void)??) -> Self
    where Self == PlainRole<((A, B) -> Void)?> { Self(.plain(callback, .valueAndCompletion())) }

    /// A `@Sendable` callback with a value, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B: FailureReporting>(
        _ callback: @escaping @Sendable (A, B) -> Void
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Void> {
        Self(.sendable(callback, .valueAndCompletion()))
    }

    /// An optional `@Sendable` callback with a value, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B: FailureReporting>(
        _ callback: (@Sendable (A, B) -> Void)??
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Void)?> {
        Self(.sendable(callback, .valueAndCompletion()))
    }

    /// A main-actor callback with a value, and an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func completion<A, B: FailureReporting>(
        onMain callback: @escaping @MainActor (A, B) -> Void
    ) -> Self
    where Self == MainRole<@MainActor (A, B) -> Void> {
        Self(.main(callback, .valueAndCompletion()))
    }

    /// An optional main-actor callback with a value, and an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func completion<A, B: FailureReporting>(
        onMain callback: (@MainActor (A, B) -> Void)??
    ) -> Self
    where Self == MainRole<(@MainActor (A, B) -> Void)?> {
        Self(.main(callback, .valueAndCompletion()))
    }

    /// A callback with two values, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B, C: FailureReporting>(
        _ callback: @escaping (A, B, C) -> Void
    ) -> Self
    where Self == PlainRole<(A, B, C) -> Void> { Self(.plain(callback, .valuesAndCompletion())) }

    /// An optional callback with two values, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B, C: FailureReporting>(
        _ callback: ((A, B, C) -> Void)??
    ) -> Self
    where Self == PlainRole<((A, B, C) -> Void)?> { Self(.plain(callback, .valuesAndCompletion())) }

    /// A `@Sendable` callback with two values, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B, C: FailureReporting>(
        _ callback: @escaping @Sendable (A, B, C) -> Void
    ) -> Self
    where Self == SendableRole<@Sendable (A, B, C) -> Void> {
        Self(.sendable(callback, .valuesAndCompletion()))
    }

    /// An optional `@Sendable` callback with two values, and an error or `nil`.
    @inlinable @inline(__always)
    public static func completion<A, B, C: FailureReporting>(
        _ callback: (@Sendable (A, B, C) -> Void)??
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B, C) -> Void)?> {
        Self(.sendable(callback, .valuesAndCompletion()))
    }

    /// A main-actor callback with two values, and an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func completion<A, B, C: FailureReporting>(
        onMain callback: @escaping @MainActor (A, B, C) -> Void
    ) -> Self
    where Self == MainRole<@MainActor (A, B, C) -> Void> {
        Self(.main(callback, .valuesAndCompletion()))
    }

    /// An optional main-actor callback with two values, and an error or `nil`.
    @inlinable @inline(__always)
    @preconcurrency
    public static func completion<A, B, C: FailureReporting>(
        onMain callback: (@MainActor (A, B, C) -> Void)??
    ) -> Self
    where Self == MainRole<(@MainActor (A, B, C) -> Void)?> {
        Self(.main(callback, .valuesAndCompletion()))
    }
}

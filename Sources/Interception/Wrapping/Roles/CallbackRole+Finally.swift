// The role `finally`.

extension CallbackRole {
    /// A callback that runs after all others, whatever the outcome.
    @inlinable @inline(__always)
    public static func finally(_ callback: @escaping () -> Void) -> Self
    where Self == PlainRole<() -> Void> { Self(.plain(callback, .finally)) }

    /// An optional callback that runs after all others, whatever the outcome.
    @inlinable @inline(__always)
    public static func finally(_ callback: (() -> Void)??) -> Self
    where Self == PlainRole<(() -> Void)?> { Self(.plain(callback, .finally)) }

    /// A `@Sendable` callback that runs after all others, whatever the outcome.
    @inlinable @inline(__always)
    public static func finally(_ callback: @escaping @Sendable () -> Void) -> Self
    where Self == SendableRole<@Sendable () -> Void> { Self(.sendable(callback, .finally)) }

    /// An optional `@Sendable` callback that runs after all others, whatever the outcome.
    @inlinable @inline(__always)
    public static func finally(_ callback: (@Sendable () -> Void)??) -> Self
    where Self == SendableRole<(@Sendable () -> Void)?> { Self(.sendable(callback, .finally)) }

    /// A main-actor callback that runs after all others, whatever the outcome.
    @inlinable @inline(__always)
    @preconcurrency
    public static func finally(onMain callback: @escaping @MainActor () -> Void) -> Self
    where Self == MainRole<@MainActor () -> Void> { Self(.main(callback, .finally)) }

    /// An optional main-actor callback that runs after all others, whatever the outcome.
    @inlinable @inline(__always)
    @preconcurrency
    public static func finally(onMain callback: (@MainActor () -> Void)??) -> Self
    where Self == MainRole<(@MainActor () -> Void)?> { Self(.main(callback, .finally)) }
}

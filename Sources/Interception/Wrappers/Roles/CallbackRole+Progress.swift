// The role `progress`, for each form of callback.
extension CallbackRole {
    /// A callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, Return>(_ callback: @escaping (A) -> Return) -> Self
    where Self == PlainRole<(A) -> Return> { .plain(callback, ProgressMeaning()) }

    /// An optional callback that runs any number of times and does not end its request.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func progress<A, Return>(_ callback: ((A) -> Return)?) -> Self
    where Self == PlainRole<((A) -> Return)?> { .plain(callback, ProgressMeaning()) }

    /// A main-actor callback that runs any number of times and does not end its request.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func progress<A, Return>(
        onMain callback: @escaping @MainActor (A) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A) -> Return> { .main(callback, ProgressMeaning()) }

    /// An optional main-actor callback that runs any number of times and does not end its request.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func progress<A, Return>(onMain callback: (@MainActor (A) -> Return)?) -> Self
    where Self == PlainRole<(@MainActor (A) -> Return)?> { .main(callback, ProgressMeaning()) }

    /// A callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, Return>(_ callback: @escaping (A, B) -> Return) -> Self
    where Self == PlainRole<(A, B) -> Return> { .plain(callback, ProgressMeaning()) }

    /// An optional callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func progress<A, B, Return>(_ callback: ((A, B) -> Return)?) -> Self
    where Self == PlainRole<((A, B) -> Return)?> { .plain(callback, ProgressMeaning()) }

    /// A main-actor callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func progress<A, B, Return>(
        onMain callback: @escaping @MainActor (A, B) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A, B) -> Return> { .main(callback, ProgressMeaning()) }

    /// An optional main-actor callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func progress<A, B, Return>(
        onMain callback: (@MainActor (A, B) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A, B) -> Return)?> {
        .main(callback, ProgressMeaning())
    }

    /// A callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, C, Return>(_ callback: @escaping (A, B, C) -> Return) -> Self
    where Self == PlainRole<(A, B, C) -> Return> { .plain(callback, ProgressMeaning()) }

    /// An optional callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func progress<A, B, C, Return>(_ callback: ((A, B, C) -> Return)?) -> Self
    where Self == PlainRole<((A, B, C) -> Return)?> { .plain(callback, ProgressMeaning()) }

    /// A main-actor callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func progress<A, B, C, Return>(
        onMain callback: @escaping @MainActor (A, B, C) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A, B, C) -> Return> {
        .main(callback, ProgressMeaning())
    }

    /// An optional main-actor callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func progress<A, B, C, Return>(
        onMain callback: (@MainActor (A, B, C) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A, B, C) -> Return)?> {
        .main(callback, ProgressMeaning())
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` callback that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, Return>(_ callback: @escaping @Sendable (A) -> Return) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> { .plain(callback, ProgressMeaning()) }

    /// An optional `@Sendable` callback that runs any number of times and does not end its request.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func progress<A, Return>(_ callback: (@Sendable (A) -> Return)?) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> { .plain(callback, ProgressMeaning()) }

    /// A `@Sendable` callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> { .plain(callback, ProgressMeaning()) }

    /// An optional `@Sendable` callback with two values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func progress<A, B, Return>(_ callback: (@Sendable (A, B) -> Return)?) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> {
        .plain(callback, ProgressMeaning())
    }

    /// A `@Sendable` callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always)
    public static func progress<A, B, C, Return>(
        _ callback: @escaping @Sendable (A, B, C) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B, C) -> Return> {
        .plain(callback, ProgressMeaning())
    }

    /// An optional `@Sendable` callback with three values that runs any number of times and does not end its request.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func progress<A, B, C, Return>(
        _ callback: (@Sendable (A, B, C) -> Return)?
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B, C) -> Return)?> {
        .plain(callback, ProgressMeaning())
    }
}

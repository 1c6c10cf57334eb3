// The role `finally`, for each form of callback.
extension CallbackRole {
    /// A callback that runs after all other callbacks, on success and on failure.
    @inlinable @inline(__always)
    public static func finally<Return>(_ callback: @escaping () -> Return) -> Self
    where Self == PlainRole<() -> Return> { .plain(callback, FinallyMeaning()) }

    /// An optional callback that runs after all other callbacks, on success and on failure.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func finally<Return>(_ callback: (() -> Return)?) -> Self
    where Self == PlainRole<(() -> Return)?> { .plain(callback, FinallyMeaning()) }

    /// A main-actor callback that runs after all other callbacks, on success and on failure.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func finally<Return>(onMain callback: @escaping @MainActor () -> Return) -> Self
    where Self == PlainRole<@MainActor () -> Return> { .main(callback, FinallyMeaning()) }

    /// An optional main-actor callback that runs after all other callbacks, on success and on failure.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func finally<Return>(onMain callback: (@MainActor () -> Return)?) -> Self
    where Self == PlainRole<(@MainActor () -> Return)?> { .main(callback, FinallyMeaning()) }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` callback that runs after all other callbacks, on success and on failure.
    @inlinable @inline(__always)
    public static func finally<Return>(_ callback: @escaping @Sendable () -> Return) -> Self
    where Self == SendableRole<@Sendable () -> Return> { .plain(callback, FinallyMeaning()) }

    /// An optional `@Sendable` callback that runs after all other callbacks, on success and on failure.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func finally<Return>(_ callback: (@Sendable () -> Return)?) -> Self
    where Self == SendableRole<(@Sendable () -> Return)?> { .plain(callback, FinallyMeaning()) }
}

// The role `completion`, for each form of callback.
extension CallbackRole {
    /// A callback with a `Result`, or with an optional error.
    @inlinable @inline(__always)
    public static func completion<A: FailureReporting, Return>(
        _ callback: @escaping (A) -> Return
    ) -> Self
    where Self == PlainRole<(A) -> Return> { .plain(callback, CompletionMeaning()) }

    /// An optional callback with a `Result`, or with an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func completion<A: FailureReporting, Return>(
        _ callback: ((A) -> Return)?
    ) -> Self
    where Self == PlainRole<((A) -> Return)?> { .plain(callback, CompletionMeaning()) }

    /// A main-actor callback with a `Result`, or with an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func completion<A: FailureReporting, Return>(
        onMain callback: @escaping @MainActor (A) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A) -> Return> { .main(callback, CompletionMeaning()) }

    /// An optional main-actor callback with a `Result`, or with an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func completion<A: FailureReporting, Return>(
        onMain callback: (@MainActor (A) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A) -> Return)?> {
        .main(callback, CompletionMeaning())
    }

    /// A callback with a value and an optional error.
    @inlinable @inline(__always)
    public static func completion<A, B: FailureReporting, Return>(
        _ callback: @escaping (A, B) -> Return
    ) -> Self
    where Self == PlainRole<(A, B) -> Return> {
        .plain(callback, ValueAndMeaning(CompletionMeaning()))
    }

    /// An optional callback with a value and an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func completion<A, B: FailureReporting, Return>(
        _ callback: ((A, B) -> Return)?
    ) -> Self
    where Self == PlainRole<((A, B) -> Return)?> {
        .plain(callback, ValueAndMeaning(CompletionMeaning()))
    }

    /// A main-actor callback with a value and an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func completion<A, B: FailureReporting, Return>(
        onMain callback: @escaping @MainActor (A, B) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A, B) -> Return> {
        .main(callback, ValueAndMeaning(CompletionMeaning()))
    }

    /// An optional main-actor callback with a value and an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func completion<A, B: FailureReporting, Return>(
        onMain callback: (@MainActor (A, B) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A, B) -> Return)?> {
        .main(callback, ValueAndMeaning(CompletionMeaning()))
    }

    /// A callback with two values and an optional error.
    @inlinable @inline(__always)
    public static func completion<A, B, C: FailureReporting, Return>(
        _ callback: @escaping (A, B, C) -> Return
    ) -> Self
    where Self == PlainRole<(A, B, C) -> Return> {
        .plain(callback, ValuesAndCompletionMeaning())
    }

    /// An optional callback with two values and an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func completion<A, B, C: FailureReporting, Return>(
        _ callback: ((A, B, C) -> Return)?
    ) -> Self
    where Self == PlainRole<((A, B, C) -> Return)?> {
        .plain(callback, ValuesAndCompletionMeaning())
    }

    /// A main-actor callback with two values and an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func completion<A, B, C: FailureReporting, Return>(
        onMain callback: @escaping @MainActor (A, B, C) -> Return
    ) -> Self
    where Self == PlainRole<@MainActor (A, B, C) -> Return> {
        .main(callback, ValuesAndCompletionMeaning())
    }

    /// An optional main-actor callback with two values and an optional error.
    @inlinable @inline(__always) @preconcurrency @_disfavoredOverload
    public static func completion<A, B, C: FailureReporting, Return>(
        onMain callback: (@MainActor (A, B, C) -> Return)?
    ) -> Self
    where Self == PlainRole<(@MainActor (A, B, C) -> Return)?> {
        .main(callback, ValuesAndCompletionMeaning())
    }
}

extension CallbackRole where Self: SendableCallbackRole {
    /// A `@Sendable` callback with a `Result`, or with an optional error.
    @inlinable @inline(__always)
    public static func completion<A: FailureReporting, Return>(
        _ callback: @escaping @Sendable (A) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A) -> Return> { .plain(callback, CompletionMeaning()) }

    /// An optional `@Sendable` callback with a `Result`, or with an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func completion<A: FailureReporting, Return>(
        _ callback: (@Sendable (A) -> Return)?
    ) -> Self
    where Self == SendableRole<(@Sendable (A) -> Return)?> { .plain(callback, CompletionMeaning()) }

    /// A `@Sendable` callback with a value and an optional error.
    @inlinable @inline(__always)
    public static func completion<A, B: FailureReporting, Return>(
        _ callback: @escaping @Sendable (A, B) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B) -> Return> {
        .plain(callback, ValueAndMeaning(CompletionMeaning()))
    }

    /// An optional `@Sendable` callback with a value and an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func completion<A, B: FailureReporting, Return>(
        _ callback: (@Sendable (A, B) -> Return)?
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B) -> Return)?> {
        .plain(callback, ValueAndMeaning(CompletionMeaning()))
    }

    /// A `@Sendable` callback with two values and an optional error.
    @inlinable @inline(__always)
    public static func completion<A, B, C: FailureReporting, Return>(
        _ callback: @escaping @Sendable (A, B, C) -> Return
    ) -> Self
    where Self == SendableRole<@Sendable (A, B, C) -> Return> {
        .plain(callback, ValuesAndCompletionMeaning())
    }

    /// An optional `@Sendable` callback with two values and an optional error.
    @inlinable @inline(__always) @_disfavoredOverload
    public static func completion<A, B, C: FailureReporting, Return>(
        _ callback: (@Sendable (A, B, C) -> Return)?
    ) -> Self
    where Self == SendableRole<(@Sendable (A, B, C) -> Return)?> {
        .plain(callback, ValuesAndCompletionMeaning())
    }
}

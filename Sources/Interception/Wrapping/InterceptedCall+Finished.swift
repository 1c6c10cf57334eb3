// The forms are those of every role: see InterceptedCall+Success.swift.

extension InterceptedCall {
    /// Wraps a callback that is called after all others, whatever the outcome.
    ///
    /// The request then leaves after this callback, with the outcome that the others reported; as
    /// succeeded, if they reported none.
    @inlinable
    @inline(never)
    public func finished(
        _ callback: @escaping () -> Void
    ) -> () -> Void {
        guard isGrouped else { return callback }
        leaveOnFinish()
        return { finish { callback() } }
    }

    /// Wraps an optional callback that is called after all others, whatever the outcome.
    @inlinable
    @inline(never)
    public func finished(
        _ callback: (() -> Void)??
    ) -> (() -> Void)? {
        if case let callback?? = callback { return finished(callback) }
        guard isGrouped else { return nil }
        return finished({})
    }

    /// Wraps a `@Sendable` callback that is called after all others, whatever the outcome.
    @inlinable
    @inline(never)
    public func finished(
        _ callback: @escaping @Sendable () -> Void,
        _: Void = ()
    ) -> @Sendable () -> Void {
        guard isGrouped else { return callback }
        leaveOnFinish()
        return { finish { callback() } }
    }

    /// Wraps an optional `@Sendable` callback that is called after all others, whatever the outcome.
    @inlinable
    @inline(never)
    public func finished(
        _ callback: (@Sendable () -> Void)??,
        _: Void = ()
    ) -> (@Sendable () -> Void)? {
        if case let callback?? = callback { return finished(callback) }
        guard isGrouped else { return nil }
        return finished({})
    }

    /// Wraps a main-actor callback that is called after all others, whatever the outcome.
    @inlinable
    @inline(never)
    @preconcurrency public func finished(
        onMain callback: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void {
        guard isGrouped else { return callback }
        leaveOnFinish()
        return { @MainActor in finish { callback() } }
    }

    /// Wraps an optional main-actor callback that is called after all others, whatever the outcome.
    @inlinable
    @inline(never)
    @preconcurrency public func finished(
        onMain callback: (@MainActor () -> Void)??
    ) -> (@MainActor () -> Void)? {
        if case let callback?? = callback { return finished(onMain: callback) }
        guard isGrouped else { return nil }
        return finished(onMain: {})
    }
}

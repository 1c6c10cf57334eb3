// The forms are those of every role: see InterceptedCall+Success.swift.

extension InterceptedCall {
    /// Wraps a callback of any parameters that may be called any number of times, and does not end the
    /// request.
    @inlinable
    @inline(never)
    public func repeating<each Value, Result>(
        _ callback: @escaping (repeat each Value) -> Result
    ) -> (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        let context = context
        return { (value: repeat each Value) in context.run { callback(repeat each value) } }
    }

    /// Wraps an optional callback of any parameters that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @inline(never)
    public func repeating<each Value>(
        _ callback: ((repeat each Value) -> Void)??
    ) -> ((repeat each Value) -> Void)? {
        if case let callback?? = callback { return repeating(callback) }
        guard isGrouped else { return nil }
        return repeating({ (_: repeat each Value) in })
    }

    /// Wraps a `@Sendable` callback of any parameters that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @inline(never)
    public func repeating<each Value, Result>(
        _ callback: @escaping @Sendable (repeat each Value) -> Result,
        _: Void = ()
    ) -> @Sendable (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        let context = context
        return { (value: repeat each Value) in context.run { callback(repeat each value) } }
    }

    /// Wraps an optional `@Sendable` callback of any parameters that may be called any number of times,
    /// and does not end the request.
    @inlinable
    @inline(never)
    public func repeating<each Value>(
        _ callback: (@Sendable (repeat each Value) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (repeat each Value) -> Void)? {
        if case let callback?? = callback { return repeating(callback) }
        guard isGrouped else { return nil }
        return repeating({ (_: repeat each Value) in })
    }

    /// Wraps a main-actor callback of any parameters that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @inline(never)
    @preconcurrency public func repeating<each Value, Result>(
        onMain callback: @escaping @MainActor (repeat each Value) -> Result
    ) -> @MainActor (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        let context = context
        return { @MainActor (value: repeat each Value) in
            context.run { callback(repeat each value) }
        }
    }

    /// Wraps an optional main-actor callback of any parameters that may be called any number of times,
    /// and does not end the request.
    @inlinable
    @inline(never)
    @preconcurrency public func repeating<each Value>(
        onMain callback: (@MainActor (repeat each Value) -> Void)??
    ) -> (@MainActor (repeat each Value) -> Void)? {
        if case let callback?? = callback { return repeating(onMain: callback) }
        guard isGrouped else { return nil }
        return repeating(onMain: { (_: repeat each Value) in })
    }
}

// MARK: - With a fraction

extension InterceptedCall {
    // The most usual progress: what is not generic is not wrapped once more.

    /// Wraps a callback that is called with a fraction any number of times, and does not end the
    /// request.
    @inlinable
    @inline(never)
    public func repeating(
        _ callback: @escaping (Double) -> Void
    ) -> (Double) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { fraction in context.run { callback(fraction) } }
    }

    /// Wraps an optional callback that is called with a fraction any number of times, and does not end
    /// the request.
    @inlinable
    @inline(never)
    public func repeating(
        _ callback: ((Double) -> Void)??
    ) -> ((Double) -> Void)? {
        if case let callback?? = callback { return repeating(callback) }
        guard isGrouped else { return nil }
        return repeating({ (_: Double) in })
    }

    /// Wraps a `@Sendable` callback that is called with a fraction any number of times, and does not
    /// end the request.
    @inlinable
    @inline(never)
    public func repeating(
        _ callback: @escaping @Sendable (Double) -> Void,
        _: Void = ()
    ) -> @Sendable (Double) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { fraction in context.run { callback(fraction) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with a fraction any number of times, and
    /// does not end the request.
    @inlinable
    @inline(never)
    public func repeating(
        _ callback: (@Sendable (Double) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (Double) -> Void)? {
        if case let callback?? = callback { return repeating(callback) }
        guard isGrouped else { return nil }
        return repeating({ (_: Double) in })
    }
}

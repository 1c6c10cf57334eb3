// The forms are those of every role: see InterceptedCall+Success.swift.

extension InterceptedCall {
    /// Runs a callback of any signature in the group of the request, which then leaves.
    ///
    /// For signatures that no other role fits; write the closure out and find the error in it:
    ///
    /// ```swift
    /// base.fetch(path) { status, headers, body, problem in
    ///     call.answer(problem?.error) { callback(status, headers, body, problem) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - error: the error of the request, or `nil` if it succeeded.
    ///   - callback: calls the caller's own callback.
    public func answer(_ error: (any Error)?, _ callback: () -> Void) {
        switch entry {
        case .ungrouped: callback()
        case .entered(let membership): membership.answer(error, callback)
        case .prepared(let end): end.request.answer(error, callback)
        case .observing(let context): context.run(callback)
        }
    }

    /// Runs a callback that returns a value in the group of the request, which then leaves.
    ///
    /// - Parameters:
    ///   - error: the error of the request, or `nil` if it succeeded.
    ///   - callback: calls the caller's own callback.
    /// - Returns: what the callback returns.
    @inlinable
    public func answer<Result>(_ error: (any Error)?, _ callback: () -> Result) -> Result {
        var result: Result?
        answer(error) { result = callback() }
        // It has run, once: this is never a second time.
        return result ?? callback()
    }
}

// MARK: - Callbacks that find the error with a closure

extension InterceptedCall {
    /// Wraps a callback of any parameters, and finds the error in them with a closure.
    ///
    /// ```swift
    /// base.fetch(path, done: call.callback(done) { _, _, problem in problem?.error })
    /// ```
    ///
    /// - Parameters:
    ///   - callback: the caller's callback.
    ///   - error: finds the error of the request in what the callback is called with; `nil` if it succeeded.
    /// - Returns: the callback for the client.
    @inlinable
    @inline(never)
    public func callback<each Value, Result>(
        _ callback: @escaping (repeat each Value) -> Result,
        error: @escaping (repeat each Value) -> (any Error)?
    ) -> (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        return { (value: repeat each Value) in
            answer(error(repeat each value)) { callback(repeat each value) }
        }
    }

    /// Wraps an optional callback of any parameters, and finds the error in them with a closure.
    @inlinable
    @inline(never)
    public func callback<each Value>(
        _ callback: ((repeat each Value) -> Void)??,
        error: @escaping (repeat each Value) -> (any Error)?
    ) -> ((repeat each Value) -> Void)? {
        if case let callback?? = callback { return self.callback(callback, error: error) }
        guard isGrouped else { return nil }
        return self.callback({ (_: repeat each Value) in }, error: error)
    }

    /// Wraps a `@Sendable` callback of any parameters, and finds the error in them with a closure.
    @inlinable
    @inline(never)
    public func callback<each Value, Result>(
        _ callback: @escaping @Sendable (repeat each Value) -> Result,
        error: @escaping @Sendable (repeat each Value) -> (any Error)?,
        _: Void = ()
    ) -> @Sendable (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        return { (value: repeat each Value) in
            answer(error(repeat each value)) { callback(repeat each value) }
        }
    }

    /// Wraps an optional `@Sendable` callback of any parameters, and finds the error in them with a
    /// closure.
    @inlinable
    @inline(never)
    public func callback<each Value>(
        _ callback: (@Sendable (repeat each Value) -> Void)??,
        error: @escaping @Sendable (repeat each Value) -> (any Error)?,
        _: Void = ()
    ) -> (@Sendable (repeat each Value) -> Void)? {
        if case let callback?? = callback { return self.callback(callback, error: error) }
        guard isGrouped else { return nil }
        return self.callback({ (_: repeat each Value) in }, error: error)
    }

    /// Wraps a main-actor callback of any parameters, and finds the error in them with a closure.
    @inlinable
    @inline(never)
    @preconcurrency public func callback<each Value, Result>(
        onMain callback: @escaping @MainActor (repeat each Value) -> Result,
        error: @escaping @MainActor (repeat each Value) -> (any Error)?
    ) -> @MainActor (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        return { (value: repeat each Value) in
            answer(error(repeat each value)) { callback(repeat each value) }
        }
    }

    /// Wraps an optional main-actor callback of any parameters, and finds the error in them with a
    /// closure.
    @inlinable
    @inline(never)
    @preconcurrency public func callback<each Value>(
        onMain callback: (@MainActor (repeat each Value) -> Void)??,
        error: @escaping @MainActor (repeat each Value) -> (any Error)?
    ) -> (@MainActor (repeat each Value) -> Void)? {
        if case let callback?? = callback { return self.callback(onMain: callback, error: error) }
        guard isGrouped else { return nil }
        return self.callback(onMain: { (_: repeat each Value) in }, error: error)
    }
}

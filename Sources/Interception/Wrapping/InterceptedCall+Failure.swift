// The forms are those of every role: see InterceptedCall+Success.swift.

// MARK: - With any error

extension InterceptedCall {
    /// Wraps a callback that is called with the error when the request has failed.
    @inlinable
    @inline(never)
    public func failure(
        _ callback: @escaping (any Error) -> Void
    ) -> (any Error) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error) { callback(error) } }
    }

    /// Wraps an optional callback that is called with the error when the request has failed.
    @inlinable
    @inline(never)
    public func failure(
        _ callback: ((any Error) -> Void)??
    ) -> ((any Error) -> Void)? {
        if case let callback?? = callback { return failure(callback) }
        guard isGrouped else { return nil }
        return failure({ (_: any Error) in })
    }

    /// Wraps a `@Sendable` callback that is called with the error when the request has failed.
    @inlinable
    @inline(never)
    public func failure(
        _ callback: @escaping @Sendable (any Error) -> Void,
        _: Void = ()
    ) -> @Sendable (any Error) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error) { callback(error) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with the error when the request has
    /// failed.
    @inlinable
    @inline(never)
    public func failure(
        _ callback: (@Sendable (any Error) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (any Error) -> Void)? {
        if case let callback?? = callback { return failure(callback) }
        guard isGrouped else { return nil }
        return failure({ (_: any Error) in })
    }
}

// MARK: - With an error of one type

extension InterceptedCall {
    /// Wraps a callback that is called with an error of one type when the request has failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: @escaping (Failure) -> Void
    ) -> (Failure) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error) { callback(error) } }
    }

    /// Wraps an optional callback that is called with an error of one type when the request has failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: ((Failure) -> Void)??
    ) -> ((Failure) -> Void)? {
        if case let callback?? = callback { return failure(callback) }
        guard isGrouped else { return nil }
        return failure({ (_: Failure) in })
    }

    /// Wraps a `@Sendable` callback that is called with an error of one type when the request has
    /// failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: @escaping @Sendable (Failure) -> Void,
        _: Void = ()
    ) -> @Sendable (Failure) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error) { callback(error) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with an error of one type when the request
    /// has failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: (@Sendable (Failure) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (Failure) -> Void)? {
        if case let callback?? = callback { return failure(callback) }
        guard isGrouped else { return nil }
        return failure({ (_: Failure) in })
    }

    /// Wraps a main-actor callback that is called with an error of one type when the request has
    /// failed.
    @inlinable
    @inline(never)
    @preconcurrency public func failure<Failure: Error>(
        onMain callback: @escaping @MainActor (Failure) -> Void
    ) -> @MainActor (Failure) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error) { callback(error) } }
    }

    /// Wraps an optional main-actor callback that is called with an error of one type when the request
    /// has failed.
    @inlinable
    @inline(never)
    @preconcurrency public func failure<Failure: Error>(
        onMain callback: (@MainActor (Failure) -> Void)??
    ) -> (@MainActor (Failure) -> Void)? {
        if case let callback?? = callback { return failure(onMain: callback) }
        guard isGrouped else { return nil }
        return failure(onMain: { (_: Failure) in })
    }
}

// MARK: - With an error, or nil

extension InterceptedCall {
    /// Wraps a callback that is called with an error or `nil` when the request has failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: @escaping (Failure?) -> Void
    ) -> (Failure?) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error ?? UnexplainedFailureError()) { callback(error) } }
    }

    /// Wraps an optional callback that is called with an error or `nil` when the request has failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: ((Failure?) -> Void)??
    ) -> ((Failure?) -> Void)? {
        if case let callback?? = callback { return failure(callback) }
        guard isGrouped else { return nil }
        return failure({ (_: Failure?) in })
    }

    /// Wraps a `@Sendable` callback that is called with an error or `nil` when the request has failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: @escaping @Sendable (Failure?) -> Void,
        _: Void = ()
    ) -> @Sendable (Failure?) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error ?? UnexplainedFailureError()) { callback(error) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with an error or `nil` when the request
    /// has failed.
    @inlinable
    @inline(never)
    public func failure<Failure: Error>(
        _ callback: (@Sendable (Failure?) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (Failure?) -> Void)? {
        if case let callback?? = callback { return failure(callback) }
        guard isGrouped else { return nil }
        return failure({ (_: Failure?) in })
    }

    /// Wraps a main-actor callback that is called with an error or `nil` when the request has failed.
    @inlinable
    @inline(never)
    @preconcurrency public func failure<Failure: Error>(
        onMain callback: @escaping @MainActor (Failure?) -> Void
    ) -> @MainActor (Failure?) -> Void {
        guard isGrouped else { return callback }
        return { error in answer(error ?? UnexplainedFailureError()) { callback(error) } }
    }

    /// Wraps an optional main-actor callback that is called with an error or `nil` when the request has
    /// failed.
    @inlinable
    @inline(never)
    @preconcurrency public func failure<Failure: Error>(
        onMain callback: (@MainActor (Failure?) -> Void)??
    ) -> (@MainActor (Failure?) -> Void)? {
        if case let callback?? = callback { return failure(onMain: callback) }
        guard isGrouped else { return nil }
        return failure(onMain: { (_: Failure?) in })
    }
}

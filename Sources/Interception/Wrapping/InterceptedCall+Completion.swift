// The forms are those of every role: see InterceptedCall+Success.swift.

// MARK: - With an outcome

extension InterceptedCall {
    /// Wraps a callback that is called with a `Result`, or with an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Outcome: FailureReporting>(
        _ callback: @escaping (Outcome) -> Void
    ) -> (Outcome) -> Void {
        guard isGrouped else { return callback }
        return { outcome in answer(outcome.reportedFailure) { callback(outcome) } }
    }

    /// Wraps an optional callback that is called with a `Result`, or with an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Outcome: FailureReporting>(
        _ callback: ((Outcome) -> Void)??
    ) -> ((Outcome) -> Void)? {
        if case let callback?? = callback { return completion(callback) }
        guard isGrouped else { return nil }
        return completion({ (_: Outcome) in })
    }

    /// Wraps a `@Sendable` callback that is called with a `Result`, or with an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Outcome: FailureReporting>(
        _ callback: @escaping @Sendable (Outcome) -> Void,
        _: Void = ()
    ) -> @Sendable (Outcome) -> Void {
        guard isGrouped else { return callback }
        return { outcome in answer(outcome.reportedFailure) { callback(outcome) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with a `Result`, or with an error or
    /// `nil`.
    @inlinable
    @inline(never)
    public func completion<Outcome: FailureReporting>(
        _ callback: (@Sendable (Outcome) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (Outcome) -> Void)? {
        if case let callback?? = callback { return completion(callback) }
        guard isGrouped else { return nil }
        return completion({ (_: Outcome) in })
    }

    /// Wraps a main-actor callback that is called with a `Result`, or with an error or `nil`.
    @inlinable
    @inline(never)
    @preconcurrency public func completion<Outcome: FailureReporting>(
        onMain callback: @escaping @MainActor (Outcome) -> Void
    ) -> @MainActor (Outcome) -> Void {
        guard isGrouped else { return callback }
        return { outcome in answer(outcome.reportedFailure) { callback(outcome) } }
    }

    /// Wraps an optional main-actor callback that is called with a `Result`, or with an error or `nil`.
    @inlinable
    @inline(never)
    @preconcurrency public func completion<Outcome: FailureReporting>(
        onMain callback: (@MainActor (Outcome) -> Void)??
    ) -> (@MainActor (Outcome) -> Void)? {
        if case let callback?? = callback { return completion(onMain: callback) }
        guard isGrouped else { return nil }
        return completion(onMain: { (_: Outcome) in })
    }
}

// MARK: - With a value and an outcome

extension InterceptedCall {
    /// Wraps a callback that is called with a value, and an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Outcome: FailureReporting>(
        _ callback: @escaping (Value, Outcome) -> Void
    ) -> (Value, Outcome) -> Void {
        guard isGrouped else { return callback }
        return { value, outcome in answer(outcome.reportedFailure) { callback(value, outcome) } }
    }

    /// Wraps an optional callback that is called with a value, and an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Outcome: FailureReporting>(
        _ callback: ((Value, Outcome) -> Void)??
    ) -> ((Value, Outcome) -> Void)? {
        if case let callback?? = callback { return completion(callback) }
        guard isGrouped else { return nil }
        return completion({ (_: Value, _: Outcome) in })
    }

    /// Wraps a `@Sendable` callback that is called with a value, and an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Outcome: FailureReporting>(
        _ callback: @escaping @Sendable (Value, Outcome) -> Void,
        _: Void = ()
    ) -> @Sendable (Value, Outcome) -> Void {
        guard isGrouped else { return callback }
        return { value, outcome in answer(outcome.reportedFailure) { callback(value, outcome) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with a value, and an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Outcome: FailureReporting>(
        _ callback: (@Sendable (Value, Outcome) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (Value, Outcome) -> Void)? {
        if case let callback?? = callback { return completion(callback) }
        guard isGrouped else { return nil }
        return completion({ (_: Value, _: Outcome) in })
    }

    /// Wraps a main-actor callback that is called with a value, and an error or `nil`.
    @inlinable
    @inline(never)
    @preconcurrency public func completion<Value, Outcome: FailureReporting>(
        onMain callback: @escaping @MainActor (Value, Outcome) -> Void
    ) -> @MainActor (Value, Outcome) -> Void {
        guard isGrouped else { return callback }
        return { value, outcome in answer(outcome.reportedFailure) { callback(value, outcome) } }
    }

    /// Wraps an optional main-actor callback that is called with a value, and an error or `nil`.
    @inlinable
    @inline(never)
    @preconcurrency public func completion<Value, Outcome: FailureReporting>(
        onMain callback: (@MainActor (Value, Outcome) -> Void)??
    ) -> (@MainActor (Value, Outcome) -> Void)? {
        if case let callback?? = callback { return completion(onMain: callback) }
        guard isGrouped else { return nil }
        return completion(onMain: { (_: Value, _: Outcome) in })
    }
}

// MARK: - With a value, a response and an outcome

extension InterceptedCall {
    /// Wraps a callback that is called with a value, a response, and an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Response, Outcome: FailureReporting>(
        _ callback: @escaping (Value, Response, Outcome) -> Void
    ) -> (Value, Response, Outcome) -> Void {
        guard isGrouped else { return callback }
        return { value, response, outcome in
            answer(outcome.reportedFailure) { callback(value, response, outcome) }
        }
    }

    /// Wraps an optional callback that is called with a value, a response, and an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Response, Outcome: FailureReporting>(
        _ callback: ((Value, Response, Outcome) -> Void)??
    ) -> ((Value, Response, Outcome) -> Void)? {
        if case let callback?? = callback { return completion(callback) }
        guard isGrouped else { return nil }
        return completion({ (_: Value, _: Response, _: Outcome) in })
    }

    /// Wraps a `@Sendable` callback that is called with a value, a response, and an error or `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Response, Outcome: FailureReporting>(
        _ callback: @escaping @Sendable (Value, Response, Outcome) -> Void,
        _: Void = ()
    ) -> @Sendable (Value, Response, Outcome) -> Void {
        guard isGrouped else { return callback }
        return { value, response, outcome in
            answer(outcome.reportedFailure) { callback(value, response, outcome) }
        }
    }

    /// Wraps an optional `@Sendable` callback that is called with a value, a response, and an error or
    /// `nil`.
    @inlinable
    @inline(never)
    public func completion<Value, Response, Outcome: FailureReporting>(
        _ callback: (@Sendable (Value, Response, Outcome) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (Value, Response, Outcome) -> Void)? {
        if case let callback?? = callback { return completion(callback) }
        guard isGrouped else { return nil }
        return completion({ (_: Value, _: Response, _: Outcome) in })
    }

    /// Wraps a main-actor callback that is called with a value, a response, and an error or `nil`.
    @inlinable
    @inline(never)
    @preconcurrency public func completion<Value, Response, Outcome: FailureReporting>(
        onMain callback: @escaping @MainActor (Value, Response, Outcome) -> Void
    ) -> @MainActor (Value, Response, Outcome) -> Void {
        guard isGrouped else { return callback }
        return { value, response, outcome in
            answer(outcome.reportedFailure) { callback(value, response, outcome) }
        }
    }

    /// Wraps an optional main-actor callback that is called with a value, a response, and an error or
    /// `nil`.
    @inlinable
    @inline(never)
    @preconcurrency public func completion<Value, Response, Outcome: FailureReporting>(
        onMain callback: (@MainActor (Value, Response, Outcome) -> Void)??
    ) -> (@MainActor (Value, Response, Outcome) -> Void)? {
        if case let callback?? = callback { return completion(onMain: callback) }
        guard isGrouped else { return nil }
        return completion(onMain: { (_: Value, _: Response, _: Outcome) in })
    }
}

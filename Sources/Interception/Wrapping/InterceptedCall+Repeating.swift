// The forms are those of every role: see InterceptedCall+Success.swift.

// MARK: - With one value

extension InterceptedCall {
    /// Wraps a callback that may be called any number of times, and does not end the request.
    @inlinable
    public func repeating<Value>(_ callback: @escaping (Value) -> Void) -> (Value) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { value in
            context.run { callback(value) }
        }
    }

    /// Wraps an optional callback that may be called any number of times, and does not end the
    /// request.
    @inlinable
    @_disfavoredOverload
    public func repeating<Value>(_ callback: ((Value) -> Void)?) -> ((Value) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(callback) }
        return repeating({ _ in })
    }

    /// Wraps a `@Sendable` callback that may be called any number of times, and does not end
    /// the request.
    @inlinable
    public func repeating<Value>(
        _ callback: @escaping @Sendable (Value) -> Void,
        _: Void = ()
    ) -> @Sendable (Value) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { value in
            context.run { callback(value) }
        }
    }

    /// Wraps an optional `@Sendable` callback that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @_disfavoredOverload
    public func repeating<Value>(
        _ callback: (@Sendable (Value) -> Void)?,
        _: Void = ()
    ) -> (@Sendable (Value) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(callback) }
        return repeating({ _ in })
    }

    /// Wraps a main-actor callback that may be called any number of times, and does not end the
    /// request.
    @inlinable
    public func repeating<Value>(
        onMain callback: @escaping @MainActor (Value) -> Void
    ) -> @MainActor (Value) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { value in
            context.run { callback(value) }
        }
    }

    /// Wraps an optional main-actor callback that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @_disfavoredOverload
    public func repeating<Value>(
        onMain callback: (@MainActor (Value) -> Void)?
    ) -> (@MainActor (Value) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(onMain: callback) }
        return repeating(onMain: { _ in })
    }
}

// MARK: - With two values

extension InterceptedCall {
    /// Wraps a callback that may be called any number of times, and does not end the request.
    @inlinable
    public func repeating<First, Second>(
        _ callback: @escaping (First, Second) -> Void
    ) -> (First, Second) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { first, second in
            context.run { callback(first, second) }
        }
    }

    /// Wraps an optional callback that may be called any number of times, and does not end the
    /// request.
    @inlinable
    @_disfavoredOverload
    public func repeating<First, Second>(
        _ callback: ((First, Second) -> Void)?
    ) -> ((First, Second) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(callback) }
        return repeating({ _, _ in })
    }

    /// Wraps a `@Sendable` callback that may be called any number of times, and does not end
    /// the request.
    @inlinable
    public func repeating<First, Second>(
        _ callback: @escaping @Sendable (First, Second) -> Void,
        _: Void = ()
    ) -> @Sendable (First, Second) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { first, second in
            context.run { callback(first, second) }
        }
    }

    /// Wraps an optional `@Sendable` callback that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @_disfavoredOverload
    public func repeating<First, Second>(
        _ callback: (@Sendable (First, Second) -> Void)?,
        _: Void = ()
    ) -> (@Sendable (First, Second) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(callback) }
        return repeating({ _, _ in })
    }

    /// Wraps a main-actor callback that may be called any number of times, and does not end the
    /// request.
    @inlinable
    public func repeating<First, Second>(
        onMain callback: @escaping @MainActor (First, Second) -> Void
    ) -> @MainActor (First, Second) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { first, second in
            context.run { callback(first, second) }
        }
    }

    /// Wraps an optional main-actor callback that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @_disfavoredOverload
    public func repeating<First, Second>(
        onMain callback: (@MainActor (First, Second) -> Void)?
    ) -> (@MainActor (First, Second) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(onMain: callback) }
        return repeating(onMain: { _, _ in })
    }
}

// MARK: - With three values

extension InterceptedCall {
    /// Wraps a callback that may be called any number of times, and does not end the request.
    @inlinable
    public func repeating<First, Second, Third>(
        _ callback: @escaping (First, Second, Third) -> Void
    ) -> (First, Second, Third) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { first, second, third in
            context.run { callback(first, second, third) }
        }
    }

    /// Wraps an optional callback that may be called any number of times, and does not end the
    /// request.
    @inlinable
    @_disfavoredOverload
    public func repeating<First, Second, Third>(
        _ callback: ((First, Second, Third) -> Void)?
    ) -> ((First, Second, Third) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(callback) }
        return repeating({ _, _, _ in })
    }

    /// Wraps a `@Sendable` callback that may be called any number of times, and does not end
    /// the request.
    @inlinable
    public func repeating<First, Second, Third>(
        _ callback: @escaping @Sendable (First, Second, Third) -> Void,
        _: Void = ()
    ) -> @Sendable (First, Second, Third) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { first, second, third in
            context.run { callback(first, second, third) }
        }
    }

    /// Wraps an optional `@Sendable` callback that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @_disfavoredOverload
    public func repeating<First, Second, Third>(
        _ callback: (@Sendable (First, Second, Third) -> Void)?,
        _: Void = ()
    ) -> (@Sendable (First, Second, Third) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(callback) }
        return repeating({ _, _, _ in })
    }

    /// Wraps a main-actor callback that may be called any number of times, and does not end the
    /// request.
    @inlinable
    public func repeating<First, Second, Third>(
        onMain callback: @escaping @MainActor (First, Second, Third) -> Void
    ) -> @MainActor (First, Second, Third) -> Void {
        guard isGrouped else { return callback }
        let context = context
        return { first, second, third in
            context.run { callback(first, second, third) }
        }
    }

    /// Wraps an optional main-actor callback that may be called any number of times, and does
    /// not end the request.
    @inlinable
    @_disfavoredOverload
    public func repeating<First, Second, Third>(
        onMain callback: (@MainActor (First, Second, Third) -> Void)?
    ) -> (@MainActor (First, Second, Third) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return repeating(onMain: callback) }
        return repeating(onMain: { _, _, _ in })
    }
}

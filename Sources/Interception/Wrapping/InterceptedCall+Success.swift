// Each role comes in the same forms: optional or not, and plain, `@Sendable` or main-actor. Where a
// callback is not optional but the client's parameter is, two forms fit: the optional ones are
// disfavoured. The unnamed parameter of the `@Sendable` forms tells them from the plain ones, from
// which nothing else does.

// MARK: - Without a value

extension InterceptedCall {
    /// Wraps a callback that is called when the request has succeeded.
    @inlinable
    public func success(_ callback: @escaping () -> Void) -> () -> Void {
        guard isGrouped else { return callback }
        return { answer(nil) { callback() } }
    }

    /// Wraps an optional callback that is called when the request has succeeded.
    @inlinable
    @_disfavoredOverload
    public func success(_ callback: (() -> Void)?) -> (() -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(callback) }
        return success({})
    }

    /// Wraps a `@Sendable` callback that is called when the request has succeeded.
    @inlinable
    public func success(
        _ callback: @escaping @Sendable () -> Void,
        _: Void = ()
    ) -> @Sendable () -> Void {
        guard isGrouped else { return callback }
        return { answer(nil) { callback() } }
    }

    /// Wraps an optional `@Sendable` callback that is called when the request has succeeded.
    @inlinable
    @_disfavoredOverload
    public func success(
        _ callback: (@Sendable () -> Void)?,
        _: Void = ()
    ) -> (@Sendable () -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(callback) }
        return success({})
    }

    /// Wraps a main-actor callback that is called when the request has succeeded.
    @inlinable
    public func success(onMain callback: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        guard isGrouped else { return callback }
        return { @MainActor in answer(nil) { callback() } }
    }

    /// Wraps an optional main-actor callback that is called when the request has succeeded.
    @inlinable
    @_disfavoredOverload
    public func success(onMain callback: (@MainActor () -> Void)?) -> (@MainActor () -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(onMain: callback) }
        return success(onMain: {})
    }
}

// MARK: - With one value

extension InterceptedCall {
    /// Wraps a callback that is called with a value when the request has succeeded.
    @inlinable
    public func success<Value>(_ callback: @escaping (Value) -> Void) -> (Value) -> Void {
        guard isGrouped else { return callback }
        return { value in answer(nil) { callback(value) } }
    }

    /// Wraps an optional callback that is called with a value when the request has succeeded.
    @inlinable
    @_disfavoredOverload
    public func success<Value>(_ callback: ((Value) -> Void)?) -> ((Value) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(callback) }
        return success({ _ in })
    }

    /// Wraps a `@Sendable` callback that is called with a value when the request has succeeded.
    @inlinable
    public func success<Value>(
        _ callback: @escaping @Sendable (Value) -> Void,
        _: Void = ()
    ) -> @Sendable (Value) -> Void {
        guard isGrouped else { return callback }
        return { value in answer(nil) { callback(value) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with a value when the request has
    /// succeeded.
    @inlinable
    @_disfavoredOverload
    public func success<Value>(
        _ callback: (@Sendable (Value) -> Void)?,
        _: Void = ()
    ) -> (@Sendable (Value) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(callback) }
        return success({ _ in })
    }

    /// Wraps a main-actor callback that is called with a value when the request has succeeded.
    @inlinable
    public func success<Value>(
        onMain callback: @escaping @MainActor (Value) -> Void
    ) -> @MainActor (Value) -> Void {
        guard isGrouped else { return callback }
        return { value in answer(nil) { callback(value) } }
    }

    /// Wraps an optional main-actor callback that is called with a value when the request has
    /// succeeded.
    @inlinable
    @_disfavoredOverload
    public func success<Value>(
        onMain callback: (@MainActor (Value) -> Void)?
    ) -> (@MainActor (Value) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(onMain: callback) }
        return success(onMain: { _ in })
    }
}

// MARK: - With two values

extension InterceptedCall {
    /// Wraps a callback that is called with two values when the request has succeeded.
    @inlinable
    public func success<First, Second>(
        _ callback: @escaping (First, Second) -> Void
    ) -> (First, Second) -> Void {
        guard isGrouped else { return callback }
        return { first, second in answer(nil) { callback(first, second) } }
    }

    /// Wraps an optional callback that is called with two values when the request has
    /// succeeded.
    @inlinable
    @_disfavoredOverload
    public func success<First, Second>(
        _ callback: ((First, Second) -> Void)?
    ) -> ((First, Second) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(callback) }
        return success({ _, _ in })
    }

    /// Wraps a `@Sendable` callback that is called with two values when the request has
    /// succeeded.
    @inlinable
    public func success<First, Second>(
        _ callback: @escaping @Sendable (First, Second) -> Void,
        _: Void = ()
    ) -> @Sendable (First, Second) -> Void {
        guard isGrouped else { return callback }
        return { first, second in answer(nil) { callback(first, second) } }
    }

    /// Wraps an optional `@Sendable` callback that is called with two values when the request
    /// has succeeded.
    @inlinable
    @_disfavoredOverload
    public func success<First, Second>(
        _ callback: (@Sendable (First, Second) -> Void)?,
        _: Void = ()
    ) -> (@Sendable (First, Second) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(callback) }
        return success({ _, _ in })
    }

    /// Wraps a main-actor callback that is called with two values when the request has
    /// succeeded.
    @inlinable
    public func success<First, Second>(
        onMain callback: @escaping @MainActor (First, Second) -> Void
    ) -> @MainActor (First, Second) -> Void {
        guard isGrouped else { return callback }
        return { first, second in answer(nil) { callback(first, second) } }
    }

    /// Wraps an optional main-actor callback that is called with two values when the request
    /// has succeeded.
    @inlinable
    @_disfavoredOverload
    public func success<First, Second>(
        onMain callback: (@MainActor (First, Second) -> Void)?
    ) -> (@MainActor (First, Second) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return success(onMain: callback) }
        return success(onMain: { _, _ in })
    }
}

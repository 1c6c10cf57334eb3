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
        }
    }

    /// Wraps a callback of one parameter, and finds the error in it with a closure.
    @inlinable
    public func callback<Value>(
        _ callback: @escaping (Value) -> Void,
        error: @escaping (Value) -> (any Error)?
    ) -> (Value) -> Void {
        guard isGrouped else { return callback }
        return { value in answer(error(value)) { callback(value) } }
    }

    /// Wraps a callback of two parameters, and finds the error in them with a closure.
    @inlinable
    public func callback<First, Second>(
        _ callback: @escaping (First, Second) -> Void,
        error: @escaping (First, Second) -> (any Error)?
    ) -> (First, Second) -> Void {
        guard isGrouped else { return callback }
        return { first, second in answer(error(first, second)) { callback(first, second) } }
    }

    /// Wraps a callback of three parameters, and finds the error in them with a closure.
    @inlinable
    public func callback<First, Second, Third>(
        _ callback: @escaping (First, Second, Third) -> Void,
        error: @escaping (First, Second, Third) -> (any Error)?
    ) -> (First, Second, Third) -> Void {
        guard isGrouped else { return callback }
        return { first, second, third in
            answer(error(first, second, third)) { callback(first, second, third) }
        }
    }

    /// Wraps an optional callback of one parameter, and finds the error in it with a closure.
    @inlinable
    @_disfavoredOverload
    public func callback<Value>(
        _ callback: ((Value) -> Void)?,
        error: @escaping (Value) -> (any Error)?
    ) -> ((Value) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return self.callback(callback, error: error) }
        return self.callback({ _ in }, error: error)
    }

    /// Wraps an optional callback of two parameters, and finds the error in them with a closure.
    @inlinable
    @_disfavoredOverload
    public func callback<First, Second>(
        _ callback: ((First, Second) -> Void)?,
        error: @escaping (First, Second) -> (any Error)?
    ) -> ((First, Second) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return self.callback(callback, error: error) }
        return self.callback({ _, _ in }, error: error)
    }

    /// Wraps an optional callback of three parameters, and finds the error in them with a closure.
    @inlinable
    @_disfavoredOverload
    public func callback<First, Second, Third>(
        _ callback: ((First, Second, Third) -> Void)?,
        error: @escaping (First, Second, Third) -> (any Error)?
    ) -> ((First, Second, Third) -> Void)? {
        guard isGrouped else { return callback }
        if let callback { return self.callback(callback, error: error) }
        return self.callback({ _, _, _ in }, error: error)
    }
}

// Wrapping by roles, for methods that return a handle or throw at once.

extension RequestIntercepting {
    /// Passes one request on to a client that returns a handle or throws at once.
    ///
    /// Such a request cannot wait: under a limit it counts, and starts. In a cancelled group it
    /// is started and cancelled at once.
    ///
    /// ```swift
    /// func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> Request {
    ///     intercept("GET \(path)", .completion(completion), cancel: { $0.cancel() }) { completion in
    ///         base.get(path, completion: completion)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; built only in a
    ///     group. Put nothing secret into it.
    ///   - role1: the caller's callback, and what it means to the request.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - cancel: cancels the request when its group is cancelled, on any thread.
    ///   - holdsHandle: whether the group holds a handle that is an object until the request has
    ///     left or been cancelled. Pass `true` for a handle that only its caller keeps, and which neither
    ///     keeps the callbacks nor cancels when it is released.
    ///   - start: calls the client with the callback.
    /// - Returns: the handle of the client.
    /// - Throws: what the client throws; the request then leaves its group with that error.
    @inlinable
    @discardableResult
    public func intercept<R1: CallbackRole, Handle>(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (R1.Callback) throws -> Handle
    ) rethrows -> Handle {
        guard let admission = admitAtOnce(label, isOptional) else {
            return try start(role1().parts.callback)
        }
        return try admission.start(cancel, holdsHandle, interceptionSettings) { call in
            try start(role1().parts.wrapped(by: call))
        }
    }

    /// Passes one request with two callbacks on to a client that returns a handle or throws at once.
    ///
    /// The closure gets the callbacks in the order of the roles.
    @inlinable
    @discardableResult
    public func intercept<R1: CallbackRole, R2: CallbackRole, Handle>(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        _ role2: @autoclosure () -> R2,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (R1.Callback, R2.Callback) throws -> Handle
    ) rethrows -> Handle {
        guard let admission = admitAtOnce(label, isOptional) else {
            return try start(role1().parts.callback, role2().parts.callback)
        }
        return try admission.start(cancel, holdsHandle, interceptionSettings) { call in
            try start(role1().parts.wrapped(by: call), role2().parts.wrapped(by: call))
        }
    }

    /// Passes one request with three callbacks on to a client that returns a handle or throws at once.
    ///
    /// The closure gets the callbacks in the order of the roles.
    @inlinable
    @discardableResult
    public func intercept<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole, Handle>(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        _ role2: @autoclosure () -> R2,
        _ role3: @autoclosure () -> R3,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (R1.Callback, R2.Callback, R3.Callback) throws ->
            Handle
    ) rethrows -> Handle {
        guard let admission = admitAtOnce(label, isOptional) else {
            return try start(
                role1().parts.callback,
                role2().parts.callback,
                role3().parts.callback
            )
        }
        return try admission.start(cancel, holdsHandle, interceptionSettings) { call in
            try start(
                role1().parts.wrapped(by: call),
                role2().parts.wrapped(by: call),
                role3().parts.wrapped(by: call)
            )
        }
    }

    /// Passes one request with four callbacks on to a client that returns a handle or throws at once.
    ///
    /// The closure gets the callbacks in the order of the roles.
    @inlinable
    @discardableResult
    public func intercept<
        R1: CallbackRole,
        R2: CallbackRole,
        R3: CallbackRole,
        R4: CallbackRole,
        Handle
    >(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        _ role2: @autoclosure () -> R2,
        _ role3: @autoclosure () -> R3,
        _ role4: @autoclosure () -> R4,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (
            R1.Callback, R2.Callback, R3.Callback,
            R4.Callback
        ) throws -> Handle
    ) rethrows -> Handle {
        guard let admission = admitAtOnce(label, isOptional) else {
            return try start(
                role1().parts.callback,
                role2().parts.callback,
                role3().parts.callback,
                role4().parts.callback
            )
        }
        return try admission.start(cancel, holdsHandle, interceptionSettings) { call in
            try start(
                role1().parts.wrapped(by: call),
                role2().parts.wrapped(by: call),
                role3().parts.wrapped(by: call),
                role4().parts.wrapped(by: call)
            )
        }
    }
}

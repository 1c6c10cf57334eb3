// `intercept` for clients that return a handle.
extension RequestIntercepting {
    /// Passes one request to a client that returns a handle or throws at once.
    ///
    /// Such a request cannot wait for a permit, so it starts even if the limit is reached, and then counts toward
    /// the limit. In a cancelled group the request is started and cancelled at once.
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
    ///   - label: the label of the request in errors, progress and events; evaluated only if needed. The label
    ///     must not contain secrets.
    ///   - role1: the caller's callback, and its role in the request.
    ///   - isOptional: a Boolean value that indicates whether the group tolerates a failure of the request.
    ///   - cancel: the closure that cancels the request when its group is cancelled, on any thread.
    ///   - holdsHandle: a Boolean value that indicates whether the group retains a handle that is an object, until the
    ///     request has left or was cancelled. By default the group references the object weakly, and cannot cancel
    ///     the request after the object was released. Pass `true` if only the caller retains the object. Do not
    ///     pass `true` if the object retains the callbacks, or if releasing the object cancels the request.
    ///   - start: the closure that calls the client with the callback.
    /// - Returns: the handle of the client.
    /// - Throws: the error of the client; the request then leaves its group with that error.
    @inlinable
    @discardableResult
    public func intercept<R1: CallbackRole, Handle>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (R1.Callback) throws -> Handle
    ) rethrows -> Handle {
        try intercept(label(), isOptional: isOptional, cancel: cancel, holdsHandle: holdsHandle) {
            try start($0.wrap(role1, []))
        }
    }

    /// Passes one request with two callbacks to a client that returns a handle or throws at once.
    @inlinable
    @discardableResult
    public func intercept<R1: CallbackRole, R2: CallbackRole, Handle>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        _ role2: R2,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (R1.Callback, R2.Callback) throws -> Handle
    ) rethrows -> Handle {
        try intercept(label(), isOptional: isOptional, cancel: cancel, holdsHandle: holdsHandle) {
            let traits = role1.traits.union(role2.traits)
            return try start($0.wrap(role1, traits), $0.wrap(role2, traits))
        }
    }

    /// Passes one request with three callbacks to a client that returns a handle or throws at once.
    @inlinable
    @discardableResult
    public func intercept<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole, Handle>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        _ role2: R2,
        _ role3: R3,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (R1.Callback, R2.Callback, R3.Callback) throws -> Handle
    ) rethrows -> Handle {
        try intercept(label(), isOptional: isOptional, cancel: cancel, holdsHandle: holdsHandle) {
            let traits = role1.traits.union(role2.traits).union(role3.traits)
            return try start($0.wrap(role1, traits), $0.wrap(role2, traits), $0.wrap(role3, traits))
        }
    }

    /// Passes one request with four callbacks to a client that returns a handle or throws at once.
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
        _ role1: R1,
        _ role2: R2,
        _ role3: R3,
        _ role4: R4,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (R1.Callback, R2.Callback, R3.Callback, R4.Callback) throws -> Handle
    ) rethrows -> Handle {
        try intercept(label(), isOptional: isOptional, cancel: cancel, holdsHandle: holdsHandle) {
            let traits = role1.traits.union(role2.traits).union(role3.traits).union(role4.traits)
            return try start(
                $0.wrap(role1, traits),
                $0.wrap(role2, traits),
                $0.wrap(role3, traits),
                $0.wrap(role4, traits)
            )
        }
    }
}

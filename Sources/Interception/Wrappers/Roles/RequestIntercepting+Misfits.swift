// Unavailable forms of `intercept` for common mistakes; the compiler's message names the right form.

// The compiler chooses these methods only if no other method fits, and prints the message.
extension RequestIntercepting {
    /// Unavailable: the label comes first.
    @available(
        *,
        unavailable,
        message:
            "the label of the request comes first: intercept(\"GET …\", .completion(completion)) { … }"
    )
    @_disfavoredOverload
    public func intercept<R1: CallbackRole, each R: CallbackRole>(
        _ role1: R1,
        _ role: repeat each R,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        _ start: @escaping (R1.Callback, repeat (each R).Callback) -> Void
    ) {}

    /// Unavailable: there are at most four roles.
    @available(
        *,
        unavailable,
        message:
            "there are at most four roles; wrap the callbacks in the closure: intercept(label) { call in base.method(success: call.wrap(.success(success)), …) }"
    )
    @_disfavoredOverload
    public func intercept<
        R1: CallbackRole,
        R2: CallbackRole,
        R3: CallbackRole,
        R4: CallbackRole,
        R5: CallbackRole
    >(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        _ role2: R2,
        _ role3: R3,
        _ role4: R4,
        _ role5: R5,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        _ start: @escaping (R1.Callback, R2.Callback, R3.Callback, R4.Callback, R5.Callback) -> Void
    ) {}

    /// Unavailable: a call with roles needs no `onRejection:`, because the roles report a rejection.
    @available(
        *,
        unavailable,
        message: "the roles report that the request was rejected; leave out onRejection:"
    )
    @_disfavoredOverload
    public func intercept<R1: CallbackRole, each R: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        _ role: repeat each R,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onRejection: ((any Error) -> Void)?,
        _ start: @escaping (R1.Callback, repeat (each R).Callback) -> Void
    ) {}

    /// Unavailable: options come after the roles.
    @available(*, unavailable, message: "isOptional: and priority: come after the roles")
    @_disfavoredOverload
    public func intercept<R1: CallbackRole>(
        _ label: @autoclosure () -> String,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        _ role1: R1,
        _ start: @escaping (R1.Callback) -> Void
    ) {}

    /// Unavailable: options come after the roles.
    @available(*, unavailable, message: "isOptional: and priority: come after the roles")
    @_disfavoredOverload
    public func intercept<R1: CallbackRole, R2: CallbackRole>(
        _ label: @autoclosure () -> String,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        _ role1: R1,
        _ role2: R2,
        _ start: @escaping (R1.Callback, R2.Callback) -> Void
    ) {}

    /// Unavailable: a request that returns a handle cannot wait, and so has no priority.
    @available(
        *,
        unavailable,
        message:
            "a request that returns a handle does not wait, so it has no priority; leave out priority:"
    )
    @_disfavoredOverload
    public func intercept<R1: CallbackRole, Handle>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        isOptional: Bool = false,
        priority: RequestPriority?,
        cancel: @escaping @Sendable (Handle) -> Void,
        _ start: (R1.Callback) throws -> Handle
    ) -> Handle { preconditionFailure("a role has no callback") }

    /// Unavailable: a callback has a role instead of a label.
    @available(
        *,
        unavailable,
        message:
            "a role stands in place of the label: intercept(label, .success(success), .failure(failure)) { success, failure in … }"
    )
    @_disfavoredOverload
    public func intercept<C1, C2>(
        _ label: @autoclosure () -> String,
        success: C1,
        failure: C2,
        _ start: @escaping (C1, C2) -> Void
    ) {}

    /// Unavailable: a callback has a role instead of a label.
    @available(
        *,
        unavailable,
        message:
            "a role stands in place of the label: intercept(label, .success(success), .failure(failure)) { success, failure in … }"
    )
    @_disfavoredOverload
    public func intercept<R1: CallbackRole, R2: CallbackRole>(
        _ label: @autoclosure () -> String,
        success: R1,
        failure: R2,
        _ start: @escaping (R1.Callback, R2.Callback) -> Void
    ) {}
}

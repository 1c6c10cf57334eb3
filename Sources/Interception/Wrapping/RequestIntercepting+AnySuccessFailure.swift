public import GroupContext

// A success and a failure callback of any types. Each form comes with an error and with an error or `nil`,
// plain and `@Sendable`, and optional; see InterceptedCall+Success.swift for what is disfavoured and why.

// MARK: - With an error

extension RequestIntercepting {
    /// Passes a request with a success and a failure callback of any types on to the client.
    ///
    /// The same as the form with `Any` and `any Error`, which is a little faster. A refused request reports
    /// through the failure callback if its type is `any Error`, `NSError` or that of the reason; where it is
    /// not, or the callback is `nil`, only the group and its observers hear of it.
    ///
    /// ```swift
    /// func find(_ name: String, success: ((User?) -> Void)?, failure: ((NSError) -> Void)?) {
    ///     intercept("find", success: success, failure: failure) { success, failure in
    ///         base.find(name, success: success, failure: failure)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; built only in a
    ///     group. Put nothing secret into it. By default the name of the calling method.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is where it has to wait; by default that of its
    ///     group, or of the current task.
    ///   - success: the caller's callback for when the request has succeeded.
    ///   - failure: the caller's callback for when it has failed, or was refused.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client with the callbacks that it is handed; later, if the request has
    ///     to wait for a slot.
    @inlinable
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @escaping (Value) -> Void,
        failure: @escaping (Failure) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping (Value) -> Void, @escaping (Failure) -> Void
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with optional success and failure callbacks of any types on to the client.
    @inlinable
    @_disfavoredOverload
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: ((Value) -> Void)?,
        failure: ((Failure) -> Void)?,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                ((Value) -> Void)?, ((Failure) -> Void)?
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with `@Sendable` success and failure callbacks of any types on to the client.
    @inlinable
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @escaping @Sendable (Value) -> Void,
        failure: @escaping @Sendable (Failure) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping @Sendable (Value) -> Void, @escaping @Sendable (Failure) -> Void
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with optional `@Sendable` success and failure callbacks of any types on to the client.
    @inlinable
    @_disfavoredOverload
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: (@Sendable (Value) -> Void)?,
        failure: (@Sendable (Failure) -> Void)?,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                (@Sendable (Value) -> Void)?, (@Sendable (Failure) -> Void)?
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }
}

// MARK: - With an error or nil

extension RequestIntercepting {
    /// Passes a request with a success and a failure callback on to the client, which calls the latter
    /// with an error or `nil`.
    @inlinable
    @_disfavoredOverload
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @escaping (Value) -> Void,
        failure: @escaping (Failure?) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping (Value) -> Void, @escaping (Failure?) -> Void
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with optional success and failure callbacks on to the client, which calls the
    /// latter with an error or `nil`.
    @inlinable
    @_disfavoredOverload
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: ((Value) -> Void)?,
        failure: ((Failure?) -> Void)?,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                ((Value) -> Void)?, ((Failure?) -> Void)?
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with `@Sendable` success and failure callbacks on to the client, which calls the
    /// latter with an error or `nil`.
    @inlinable
    @_disfavoredOverload
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @escaping @Sendable (Value) -> Void,
        failure: @escaping @Sendable (Failure?) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping @Sendable (Value) -> Void, @escaping @Sendable (Failure?) -> Void
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with optional `@Sendable` success and failure callbacks on to the client, which
    /// calls the latter with an error or `nil`.
    @inlinable
    @_disfavoredOverload
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: (@Sendable (Value) -> Void)?,
        failure: (@Sendable (Failure?) -> Void)?,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                (@Sendable (Value) -> Void)?, (@Sendable (Failure?) -> Void)?
            ) -> Void
    ) {
        guard mayGroup(in: .current, label) else { return start()(success, failure) }
        let start = start()
        issue(
            label(),
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal(by: failure),
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }
}

public import GroupContext

// Each shape comes in the forms of the roles, see InterceptedCall+Success.swift: plain, `@Sendable` and main-actor,
// and each of them optional or not.

extension RequestIntercepting {
    /// Passes a request with a success and a failure callback on to the client.
    ///
    /// The shortest form for a most usual signature, with a value of any type; for others there is
    /// `intercept(_:isOptional:priority:onRefusal:isolation:_:)`, which it is the same as with the
    /// roles `success` and `failure`. A refused request reports through the failure callback; where that
    /// is `nil`, only the group and its observers hear of it.
    ///
    /// ```swift
    /// func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
    ///     intercept("POST \(path)", success: success, failure: failure) { success, failure in
    ///         base.post(path, success: success, failure: failure)
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
    public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @autoclosure () -> (Value) -> Void,
        failure: @escaping (any Error) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (consuming @escaping (Value) -> Void, @escaping (any Error) -> Void)
            -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(success(), failure) }
        let (request, stack) = SuccessOrError.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            success: success(),
            failure: failure
        )
        if let stack {
            start()(request.success(), request.failure())
            return stack.pop(request)
        }
        request.issue(
            isOptional: isOptional,
            priority: priority,
            settings: interceptionSettings,
            client: interceptedClient,
            isolation: isolation,
            start()
        )
    }

    /// Passes a request with optional success and failure callbacks on to the client.
    @inlinable
    public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: ((Value) -> Void)??,
        failure: ((any Error) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (((Value) -> Void)?, ((any Error) -> Void)?) -> Void
    ) {
        let success: ((Value) -> Void)? = if case let callback?? = success { callback } else { nil }
        let failure: ((any Error) -> Void)? =
            if case let callback?? = failure { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(success, failure) }
        let (request, stack) = SuccessOrError.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            success: success,
            failure: failure
        )
        if let stack {
            start()(request.success(), request.failure())
            return stack.pop(request)
        }
        request.issueOptional(
            isOptional: isOptional,
            priority: priority,
            settings: interceptionSettings,
            client: interceptedClient,
            isolation: isolation,
            start()
        )
    }

    /// Passes a request with `@Sendable` success and failure callbacks on to the client.
    @inlinable
    public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @autoclosure () -> @Sendable (Value) -> Void,
        failure: @escaping @Sendable (any Error) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                consuming @escaping @Sendable (Value) -> Void,
                @escaping @Sendable (any Error) -> Void
            ) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(success(), failure) }
        let (request, stack) = SuccessOrError.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            success: success(),
            failure: failure
        )
        if let stack {
            start()(request.success(), request.failure())
            return stack.pop(request)
        }
        request.issueSendable(
            isOptional: isOptional,
            priority: priority,
            settings: interceptionSettings,
            client: interceptedClient,
            isolation: isolation,
            start()
        )
    }

    /// Passes a request with optional `@Sendable` success and failure callbacks on to the client.
    @inlinable
    public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: (@Sendable (Value) -> Void)??,
        failure: (@Sendable (any Error) -> Void)??,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> ((@Sendable (Value) -> Void)?, (@Sendable (any Error) -> Void)?) ->
            Void
    ) {
        let success: (@Sendable (Value) -> Void)? =
            if case let callback?? = success { callback } else { nil }
        let failure: (@Sendable (any Error) -> Void)? =
            if case let callback?? = failure { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(success, failure) }
        let (request, stack) = SuccessOrError.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            success: success,
            failure: failure
        )
        if let stack {
            start()(request.success(), request.failure())
            return stack.pop(request)
        }
        request.issueSendableOptional(
            isOptional: isOptional,
            priority: priority,
            settings: interceptionSettings,
            client: interceptedClient,
            isolation: isolation,
            start()
        )
    }

    /// Passes a request with main-actor success and failure callbacks on to the client.
    @inlinable
    @preconcurrency public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainSuccess success: @escaping @MainActor (Value) -> Void,
        onMainFailure failure: @escaping @MainActor (any Error) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping @MainActor (Value) -> Void, @escaping @MainActor (any Error) -> Void
            ) -> Void
    ) {
        guard groupToEnter(label) != nil else { return start()(success, failure) }
        let start = start()
        interceptionSettings.issue(
            built(label),
            of: interceptedClient,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .failure(onMain: failure),
            isolation: isolation
        ) { call in start(call.success(onMain: success), call.failure(onMain: failure)) }
    }

    /// Passes a request with optional main-actor success and failure callbacks on to the client.
    @inlinable
    @preconcurrency public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainSuccess success: (@MainActor (Value) -> Void)??,
        onMainFailure failure: (@MainActor (any Error) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> ((@MainActor (Value) -> Void)?, (@MainActor (any Error) -> Void)?) ->
            Void
    ) {
        let success: (@MainActor (Value) -> Void)? =
            if case let callback?? = success { callback } else { nil }
        let failure: (@MainActor (any Error) -> Void)? =
            if case let callback?? = failure { callback } else { nil }
        guard groupToEnter(label) != nil else { return start()(success, failure) }
        let start = start()
        interceptionSettings.issue(
            built(label),
            of: interceptedClient,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .failure(onMain: failure),
            isolation: isolation
        ) { call in start(call.success(onMain: success), call.failure(onMain: failure)) }
    }
}

/// The callbacks of a request of which one is called.
///
/// The failure callback is of no generic type: its closure would be wrapped once more where it is kept. So is that of
/// the value, but for types that are passed by address, as `Any` is.
@usableFromInline
struct SuccessOrError<Value>: @unchecked Sendable {
    // Safe: only the client calls them, as it would have called the caller's own.
    @usableFromInline let success: ((Value) -> Void)?
    @usableFromInline let failure: ((any Error) -> Void)?

    @inlinable
    init(success: ((Value) -> Void)?, failure: ((any Error) -> Void)?) {
        self.success = success
        self.failure = failure
    }

    /// Enters the group, if it can at once.
    ///
    /// Not inlined: all wrapper methods with callbacks of these types share it.
    @inlinable
    @inline(never)
    static func enter(
        _ group: RequestGroup,
        _ label: consuming String,
        isOptional: Bool,
        client: ObjectIdentifier,
        success: ((Value) -> Void)?,
        failure: ((any Error) -> Void)?
    ) -> (request: CallbackMembership<Self>, stack: HandedStack?) {
        group.enter(
            label,
            isOptional: isOptional,
            client: client,
            callbacks: Self(success: success, failure: failure)
        )
    }
}

extension CallbackMembership {
    @inlinable
    @inline(never)
    func success<Value>() -> @Sendable (Value) -> Void where Callbacks == SuccessOrError<Value> {
        { value in self.answer(nil) { self.callbacks.success?(value) } }
    }

    @inlinable
    @inline(never)
    func failure<Value>() -> @Sendable (any Error) -> Void
    where Callbacks == SuccessOrError<Value> {
        { error in self.answer(error) { self.callbacks.failure?(error) } }
    }
}

extension CallbackMembership {
    /// The way of a request that could not enter at once.
    @usableFromInline
    @inline(never)
    func issue<Value>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start:
            @escaping (consuming @escaping (Value) -> Void, @escaping (any Error) -> Void) -> Void
    ) where Callbacks == SuccessOrError<Value> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .failure(callbacks.failure),
            isolation: isolation
        ) { [callbacks] call in
            let success: (Value) -> Void = { value in call.answer(nil) { callbacks.success?(value) }
            }
            let failure: (any Error) -> Void = { error in
                call.answer(error) { callbacks.failure?(error) }
            }
            start(success, failure)
        }
    }

    /// The way of a request with optional callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueOptional<Value>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (((Value) -> Void)?, ((any Error) -> Void)?) -> Void
    ) where Callbacks == SuccessOrError<Value> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .failure(callbacks.failure),
            isolation: isolation
        ) { [callbacks] call in
            let success: (Value) -> Void = { value in call.answer(nil) { callbacks.success?(value) }
            }
            let failure: (any Error) -> Void = { error in
                call.answer(error) { callbacks.failure?(error) }
            }
            start(
                call.isGrouped || callbacks.success != nil ? success : nil,
                call.isGrouped || callbacks.failure != nil ? failure : nil
            )
        }
    }

    /// The way of a request with `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendable<Value>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start:
            @escaping (
                consuming @escaping @Sendable (Value) -> Void,
                @escaping @Sendable (any Error) -> Void
            )
            -> Void
    ) where Callbacks == SuccessOrError<Value> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .failure(callbacks.failure),
            isolation: isolation
        ) { [callbacks] call in
            let success: @Sendable (Value) -> Void = { value in
                call.answer(nil) { callbacks.success?(value) }
            }
            let failure: @Sendable (any Error) -> Void = { error in
                call.answer(error) { callbacks.failure?(error) }
            }
            start(success, failure)
        }
    }

    /// The way of a request with optional `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendableOptional<Value>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping ((@Sendable (Value) -> Void)?, (@Sendable (any Error) -> Void)?) -> Void
    ) where Callbacks == SuccessOrError<Value> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .failure(callbacks.failure),
            isolation: isolation
        ) { [callbacks] call in
            let success: @Sendable (Value) -> Void = { value in
                call.answer(nil) { callbacks.success?(value) }
            }
            let failure: @Sendable (any Error) -> Void = { error in
                call.answer(error) { callbacks.failure?(error) }
            }
            start(
                call.isGrouped || callbacks.success != nil ? success : nil,
                call.isGrouped || callbacks.failure != nil ? failure : nil
            )
        }
    }
}

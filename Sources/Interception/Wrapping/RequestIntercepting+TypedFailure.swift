public import GroupContext

// As the form with `any Error`, in RequestIntercepting+SuccessFailure.swift, for other types of errors.
//
// Each shape comes in the forms of the roles, see InterceptedCall+Success.swift: plain, `@Sendable` and main-actor,
// and each of them optional or not.

extension RequestIntercepting {
    /// Passes a request with a success callback, and a failure callback of one type of errors, on to the client.
    ///
    /// A refused request reports through the failure callback if its type is `NSError` or that of the reason;
    /// where it is not, or the callback is `nil`, only the group and its observers hear of it.
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
        success: @autoclosure () -> (Value) -> Void,
        failure: @autoclosure () -> (Failure) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                consuming @escaping (Value) -> Void, consuming @escaping (Failure) -> Void
            ) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(success(), failure()) }
        let (request, stack) = SuccessOrFailure.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            success: success(),
            failure: failure()
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

    /// Passes a request with optional success and failure callbacks on to the client, which calls the
    /// latter with an error of one type.
    @inlinable
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: ((Value) -> Void)??,
        failure: ((Failure) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (((Value) -> Void)?, ((Failure) -> Void)?) -> Void
    ) {
        let success: ((Value) -> Void)? = if case let callback?? = success { callback } else { nil }
        let failure: ((Failure) -> Void)? =
            if case let callback?? = failure { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(success, failure) }
        let (request, stack) = SuccessOrFailure.enter(
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

    /// Passes a request with `@Sendable` success and failure callbacks on to the client, which calls
    /// the latter with an error of one type.
    @inlinable
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @autoclosure () -> @Sendable (Value) -> Void,
        failure: @autoclosure () -> @Sendable (Failure) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                consuming @escaping @Sendable (Value) -> Void,
                consuming @escaping @Sendable (Failure) -> Void
            ) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(success(), failure()) }
        let (request, stack) = SuccessOrFailure.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            success: success(),
            failure: failure()
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

    /// Passes a request with optional `@Sendable` success and failure callbacks on to the client, which
    /// calls the latter with an error of one type.
    @inlinable
    public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: (@Sendable (Value) -> Void)??,
        failure: (@Sendable (Failure) -> Void)??,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> ((@Sendable (Value) -> Void)?, (@Sendable (Failure) -> Void)?) ->
            Void
    ) {
        let success: (@Sendable (Value) -> Void)? =
            if case let callback?? = success { callback } else { nil }
        let failure: (@Sendable (Failure) -> Void)? =
            if case let callback?? = failure { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(success, failure) }
        let (request, stack) = SuccessOrFailure.enter(
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

    /// Passes a request with main-actor success and failure callbacks on to the client, which calls the
    /// latter with an error of one type.
    @inlinable
    @preconcurrency public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainSuccess success: @escaping @MainActor (Value) -> Void,
        onMainFailure failure: @escaping @MainActor (Failure) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping @MainActor (Value) -> Void, @escaping @MainActor (Failure) -> Void
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

    /// Passes a request with optional main-actor success and failure callbacks on to the client, which
    /// calls the latter with an error of one type.
    @inlinable
    @preconcurrency public func intercept<Value, Failure: Error>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainSuccess success: (@MainActor (Value) -> Void)??,
        onMainFailure failure: (@MainActor (Failure) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> ((@MainActor (Value) -> Void)?, (@MainActor (Failure) -> Void)?) ->
            Void
    ) {
        let success: (@MainActor (Value) -> Void)? =
            if case let callback?? = success { callback } else { nil }
        let failure: (@MainActor (Failure) -> Void)? =
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

/// The callbacks of a request of which one is called, the other with an error or with an error or `nil`.
@usableFromInline
struct SuccessOrFailure<Value, Reported>: @unchecked Sendable {
    // Safe: only the client calls them, as it would have called the caller's own.
    @usableFromInline let success: ((Value) -> Void)?
    @usableFromInline let failure: ((Reported) -> Void)?

    @inlinable
    init(success: ((Value) -> Void)?, failure: ((Reported) -> Void)?) {
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
        failure: ((Reported) -> Void)?
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
    func success<Value, Reported>() -> @Sendable (Value) -> Void
    where Callbacks == SuccessOrFailure<Value, Reported> {
        { value in self.answer(nil) { self.callbacks.success?(value) } }
    }

    @inlinable
    @inline(never)
    func failure<Value, Failure: Error>() -> @Sendable (Failure) -> Void
    where Callbacks == SuccessOrFailure<Value, Failure> {
        { error in self.answer(error) { self.callbacks.failure?(error) } }
    }
}

extension CallbackMembership {
    /// The way of a request that could not enter at once.
    @usableFromInline
    @inline(never)
    func issue<Value, Failure: Error>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start:
            @escaping (consuming @escaping (Value) -> Void, consuming @escaping (Failure) -> Void)
            -> Void
    ) where Callbacks == SuccessOrFailure<Value, Failure> {
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
            let failure: (Failure) -> Void = { error in
                call.answer(error) { callbacks.failure?(error) }
            }
            start(success, failure)
        }
    }

    /// The way of a request with optional callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueOptional<Value, Failure: Error>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (((Value) -> Void)?, ((Failure) -> Void)?) -> Void
    ) where Callbacks == SuccessOrFailure<Value, Failure> {
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
            let failure: (Failure) -> Void = { error in
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
    func issueSendable<Value, Failure: Error>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start:
            @escaping (
                consuming @escaping @Sendable (Value) -> Void,
                consuming @escaping @Sendable (Failure) -> Void
            )
            -> Void
    ) where Callbacks == SuccessOrFailure<Value, Failure> {
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
            let failure: @Sendable (Failure) -> Void = { error in
                call.answer(error) { callbacks.failure?(error) }
            }
            start(success, failure)
        }
    }

    /// The way of a request with optional `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendableOptional<Value, Failure: Error>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping ((@Sendable (Value) -> Void)?, (@Sendable (Failure) -> Void)?) -> Void
    ) where Callbacks == SuccessOrFailure<Value, Failure> {
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
            let failure: @Sendable (Failure) -> Void = { error in
                call.answer(error) { callbacks.failure?(error) }
            }
            start(
                call.isGrouped || callbacks.success != nil ? success : nil,
                call.isGrouped || callbacks.failure != nil ? failure : nil
            )
        }
    }
}

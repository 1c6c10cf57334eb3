public import GroupContext

// Each shape comes in the forms of the roles, see InterceptedCall+Success.swift: plain, `@Sendable` and main-actor,
// and each of them optional or not.

extension RequestIntercepting {
    /// Passes a request with one completion on to the client, which calls it with a value or an error.
    ///
    /// A refused request reports through the completion, without a value, if the reason can be told in the type
    /// of its error.
    ///
    /// ```swift
    /// func orders(completion: @escaping ([Order]?, NSError?) -> Void) {
    ///     intercept("GET orders", completion: completion) { completion in
    ///         base.orders(completion: completion)
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
    ///   - completion: the caller's callback.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client with the callbacks that it is handed; later, if the request has
    ///     to wait for a slot.
    @inlinable
    public func intercept<Value, Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @autoclosure () -> (Value?, Outcome) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (consuming @escaping (Value?, Outcome) -> Void) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(completion()) }
        let (request, stack) = ValueCompletion.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            completion: completion()
        )
        if let stack {
            start()(request.completion())
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

    /// Passes a request with one optional completion on to the client, which calls it with a value or
    /// an error.
    @inlinable
    public func intercept<Value, Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: ((Value?, Outcome) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (((Value?, Outcome) -> Void)?) -> Void
    ) {
        let completion: ((Value?, Outcome) -> Void)? =
            if case let callback?? = completion { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = ValueCompletion.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            completion: completion
        )
        if let stack {
            start()(request.completion())
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

    /// Passes a request with one `@Sendable` completion on to the client, which calls it with a value
    /// or an error.
    @inlinable
    public func intercept<Value, Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @autoclosure () -> @Sendable (Value?, Outcome) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (consuming @escaping @Sendable (Value?, Outcome) -> Void) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(completion()) }
        let (request, stack) = ValueCompletion.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            completion: completion()
        )
        if let stack {
            start()(request.completion())
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

    /// Passes a request with one optional `@Sendable` completion on to the client, which calls it with
    /// a value or an error.
    @inlinable
    public func intercept<Value, Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: (@Sendable (Value?, Outcome) -> Void)??,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> ((@Sendable (Value?, Outcome) -> Void)?) -> Void
    ) {
        let completion: (@Sendable (Value?, Outcome) -> Void)? =
            if case let callback?? = completion { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = ValueCompletion.enter(
            group,
            built(label),
            isOptional: isOptional,
            client: interceptedClient,
            completion: completion
        )
        if let stack {
            start()(request.completion())
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

    /// Passes a request with one main-actor completion on to the client, which calls it with a value or
    /// an error.
    @inlinable
    @preconcurrency public func intercept<Value, Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainCompletion completion: @escaping @MainActor (Value?, Outcome) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (@escaping @MainActor (Value?, Outcome) -> Void) -> Void
    ) {
        guard groupToEnter(label) != nil else { return start()(completion) }
        let start = start()
        interceptionSettings.issue(
            built(label),
            of: interceptedClient,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(onMain: completion),
            isolation: isolation
        ) { call in start(call.completion(onMain: completion)) }
    }

    /// Passes a request with one optional main-actor completion on to the client, which calls it with a
    /// value or an error.
    @inlinable
    @preconcurrency public func intercept<Value, Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainCompletion completion: (@MainActor (Value?, Outcome) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> ((@MainActor (Value?, Outcome) -> Void)?) -> Void
    ) {
        let completion: (@MainActor (Value?, Outcome) -> Void)? =
            if case let callback?? = completion { callback } else { nil }
        guard groupToEnter(label) != nil else { return start()(completion) }
        let start = start()
        interceptionSettings.issue(
            built(label),
            of: interceptedClient,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(onMain: completion),
            isolation: isolation
        ) { call in start(call.completion(onMain: completion)) }
    }
}

/// A completion of a value or an error.
@usableFromInline
struct ValueCompletion<Value, Outcome>: @unchecked Sendable {
    // Safe: only the client calls it, as it would have called the caller's own.
    @usableFromInline let completion: ((Value?, Outcome) -> Void)?

    @inlinable
    init(completion: ((Value?, Outcome) -> Void)?) {
        self.completion = completion
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
        completion: ((Value?, Outcome) -> Void)?
    ) -> (request: CallbackMembership<Self>, stack: HandedStack?) {
        group.enter(
            label,
            isOptional: isOptional,
            client: client,
            callbacks: Self(completion: completion)
        )
    }
}

extension CallbackMembership {
    @inlinable
    @inline(never)
    func completion<Value, Outcome: FailureReporting>() -> @Sendable (Value?, Outcome) -> Void
    where Callbacks == ValueCompletion<Value, Outcome> {
        { value, outcome in
            self.answer(outcome.reportedFailure) { self.callbacks.completion?(value, outcome) }
        }
    }
}

extension CallbackMembership {
    /// The way of a request that could not enter at once.
    @usableFromInline
    @inline(never)
    func issue<Value, Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (consuming @escaping (Value?, Outcome) -> Void) -> Void
    ) where Callbacks == ValueCompletion<Value, Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: (Value?, Outcome) -> Void = { value, outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(value, outcome) }
            }
            start(completion)
        }
    }

    /// The way of a request with optional callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueOptional<Value, Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (((Value?, Outcome) -> Void)?) -> Void
    ) where Callbacks == ValueCompletion<Value, Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: (Value?, Outcome) -> Void = { value, outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(value, outcome) }
            }
            start(call.isGrouped || callbacks.completion != nil ? completion : nil)
        }
    }

    /// The way of a request with `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendable<Value, Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (consuming @escaping @Sendable (Value?, Outcome) -> Void) -> Void
    ) where Callbacks == ValueCompletion<Value, Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: @Sendable (Value?, Outcome) -> Void = { value, outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(value, outcome) }
            }
            start(completion)
        }
    }

    /// The way of a request with optional `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendableOptional<Value, Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping ((@Sendable (Value?, Outcome) -> Void)?) -> Void
    ) where Callbacks == ValueCompletion<Value, Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: @Sendable (Value?, Outcome) -> Void = { value, outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(value, outcome) }
            }
            start(call.isGrouped || callbacks.completion != nil ? completion : nil)
        }
    }
}

public import GroupContext

// Each shape comes in the forms of the roles, see InterceptedCall+Success.swift: plain, `@Sendable` and main-actor,
// and each of them optional or not.

extension RequestIntercepting {
    /// Passes a request with one completion on to the client, which calls it with a `Result`, with an error or
    /// `nil`, or with another type that tells whether the request failed.
    ///
    /// A refused request reports through the completion, if the reason can be told in its type.
    ///
    /// ```swift
    /// func user(_ id: Int, completion: @escaping (Result<User, any Error>) -> Void) {
    ///     intercept("GET user", completion: completion) { completion in
    ///         base.user(id, completion: completion)
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
    public func intercept<Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @autoclosure () -> (Outcome) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (consuming @escaping (Outcome) -> Void) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(completion()) }
        let (request, stack) = OutcomeCompletion.enter(
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

    /// Passes a request with one optional completion on to the client, which calls it with an outcome.
    @inlinable
    public func intercept<Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: ((Outcome) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (((Outcome) -> Void)?) -> Void
    ) {
        let completion: ((Outcome) -> Void)? =
            if case let callback?? = completion { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = OutcomeCompletion.enter(
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

    /// Passes a request with one `@Sendable` completion on to the client, which calls it with an
    /// outcome.
    @inlinable
    public func intercept<Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @autoclosure () -> @Sendable (Outcome) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (consuming @escaping @Sendable (Outcome) -> Void) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(completion()) }
        let (request, stack) = OutcomeCompletion.enter(
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
    /// an outcome.
    @inlinable
    public func intercept<Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: (@Sendable (Outcome) -> Void)??,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> ((@Sendable (Outcome) -> Void)?) -> Void
    ) {
        let completion: (@Sendable (Outcome) -> Void)? =
            if case let callback?? = completion { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = OutcomeCompletion.enter(
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

    /// Passes a request with one main-actor completion on to the client, which calls it with an
    /// outcome.
    @inlinable
    @preconcurrency public func intercept<Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainCompletion completion: @escaping @MainActor (Outcome) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (@escaping @MainActor (Outcome) -> Void) -> Void
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

    /// Passes a request with one optional main-actor completion on to the client, which calls it with
    /// an outcome.
    @inlinable
    @preconcurrency public func intercept<Outcome: FailureReporting>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onMainCompletion completion: (@MainActor (Outcome) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> ((@MainActor (Outcome) -> Void)?) -> Void
    ) {
        let completion: (@MainActor (Outcome) -> Void)? =
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

/// A completion of an outcome.
@usableFromInline
struct OutcomeCompletion<Outcome>: @unchecked Sendable {
    // Safe: only the client calls it, as it would have called the caller's own.
    @usableFromInline let completion: ((Outcome) -> Void)?

    @inlinable
    init(completion: ((Outcome) -> Void)?) {
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
        completion: ((Outcome) -> Void)?
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
    func completion<Outcome: FailureReporting>() -> @Sendable (Outcome) -> Void
    where Callbacks == OutcomeCompletion<Outcome> {
        { outcome in
            self.answer(outcome.reportedFailure) { self.callbacks.completion?(outcome) }
        }
    }
}

extension CallbackMembership {
    /// The way of a request that could not enter at once.
    @usableFromInline
    @inline(never)
    func issue<Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (consuming @escaping (Outcome) -> Void) -> Void
    ) where Callbacks == OutcomeCompletion<Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: (Outcome) -> Void = { outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(outcome) }
            }
            start(completion)
        }
    }

    /// The way of a request with optional callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueOptional<Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (((Outcome) -> Void)?) -> Void
    ) where Callbacks == OutcomeCompletion<Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: (Outcome) -> Void = { outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(outcome) }
            }
            start(call.isGrouped || callbacks.completion != nil ? completion : nil)
        }
    }

    /// The way of a request with `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendable<Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (consuming @escaping @Sendable (Outcome) -> Void) -> Void
    ) where Callbacks == OutcomeCompletion<Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: @Sendable (Outcome) -> Void = { outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(outcome) }
            }
            start(completion)
        }
    }

    /// The way of a request with optional `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendableOptional<Outcome: FailureReporting>(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping ((@Sendable (Outcome) -> Void)?) -> Void
    ) where Callbacks == OutcomeCompletion<Outcome> {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: @Sendable (Outcome) -> Void = { outcome in
                call.answer(outcome.reportedFailure) { callbacks.completion?(outcome) }
            }
            start(call.isGrouped || callbacks.completion != nil ? completion : nil)
        }
    }
}

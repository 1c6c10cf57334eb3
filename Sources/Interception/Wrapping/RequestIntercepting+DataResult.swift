public import Foundation
public import GroupContext

// Each shape comes in the forms of the roles, see InterceptedCall+Success.swift: plain, `@Sendable` and main-actor,
// and each of them optional or not.

extension RequestIntercepting {
    /// Passes a request with one completion on to the client, which calls it with a result of data.
    ///
    /// The same as with a result of any other type, and a little faster.
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
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @escaping (Result<Data, any Error>) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (@escaping (Result<Data, any Error>) -> Void) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = DataResultCompletion.enter(
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
        request.issue(
            isOptional: isOptional,
            priority: priority,
            settings: interceptionSettings,
            client: interceptedClient,
            isolation: isolation,
            start()
        )
    }

    /// Passes a request with one optional completion on to the client, which calls it with a result of
    /// data.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: ((Result<Data, any Error>) -> Void)??,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (((Result<Data, any Error>) -> Void)?) -> Void
    ) {
        let completion: ((Result<Data, any Error>) -> Void)? =
            if case let callback?? = completion { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = DataResultCompletion.enter(
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

    /// Passes a request with one `@Sendable` completion on to the client, which calls it with a result
    /// of data.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @escaping @Sendable (Result<Data, any Error>) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (@escaping @Sendable (Result<Data, any Error>) -> Void) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = DataResultCompletion.enter(
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
    /// a result of data.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: (@Sendable (Result<Data, any Error>) -> Void)??,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> ((@Sendable (Result<Data, any Error>) -> Void)?) -> Void
    ) {
        let completion: (@Sendable (Result<Data, any Error>) -> Void)? =
            if case let callback?? = completion { callback } else { nil }
        guard let group = groupToEnter(label) else { return start()(completion) }
        let (request, stack) = DataResultCompletion.enter(
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
}

/// A completion of a result of data.
///
/// Not generic: a closure of generic types would be wrapped once more where it is kept.
@usableFromInline
struct DataResultCompletion: @unchecked Sendable {
    // Safe: only the client calls it, as it would have called the caller's own.
    @usableFromInline let completion: ((Result<Data, any Error>) -> Void)?

    @inlinable
    init(completion: ((Result<Data, any Error>) -> Void)?) {
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
        completion: ((Result<Data, any Error>) -> Void)?
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
    func completion() -> @Sendable (Result<Data, any Error>) -> Void
    where Callbacks == DataResultCompletion {
        { result in
            self.answer(result.reportedFailure) { self.callbacks.completion?(result) }
        }
    }
}

extension CallbackMembership {
    /// The way of a request that could not enter at once.
    @usableFromInline
    @inline(never)
    func issue(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (@escaping (Result<Data, any Error>) -> Void) -> Void
    ) where Callbacks == DataResultCompletion {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: (Result<Data, any Error>) -> Void = { result in
                call.answer(result.reportedFailure) { callbacks.completion?(result) }
            }
            start(completion)
        }
    }

    /// The way of a request with optional callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueOptional(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (((Result<Data, any Error>) -> Void)?) -> Void
    ) where Callbacks == DataResultCompletion {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: (Result<Data, any Error>) -> Void = { result in
                call.answer(result.reportedFailure) { callbacks.completion?(result) }
            }
            start(call.isGrouped || callbacks.completion != nil ? completion : nil)
        }
    }

    /// The way of a request with `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendable(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping (@escaping @Sendable (Result<Data, any Error>) -> Void) -> Void
    ) where Callbacks == DataResultCompletion {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: @Sendable (Result<Data, any Error>) -> Void = { result in
                call.answer(result.reportedFailure) { callbacks.completion?(result) }
            }
            start(completion)
        }
    }

    /// The way of a request with optional `@Sendable` callbacks that could not enter at once.
    @usableFromInline
    @inline(never)
    func issueSendableOptional(
        isOptional: Bool,
        priority: RequestPriority?,
        settings: InterceptionSettings,
        client: ObjectIdentifier,
        isolation: (any Actor)?,
        _ start: @escaping ((@Sendable (Result<Data, any Error>) -> Void)?) -> Void
    ) where Callbacks == DataResultCompletion {
        settings.issue(
            label,
            of: client,
            isOptional: isOptional,
            priority: priority,
            onRefusal: .completion(callbacks.completion),
            isolation: isolation
        ) { [callbacks] call in
            let completion: @Sendable (Result<Data, any Error>) -> Void = { result in
                call.answer(result.reportedFailure) { callbacks.completion?(result) }
            }
            start(call.isGrouped || callbacks.completion != nil ? completion : nil)
        }
    }
}

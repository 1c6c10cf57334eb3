public import GroupContext

extension RequestIntercepting {
    /// Passes a request with a success and a failure callback on to the client.
    ///
    /// The shortest and the fastest form for a most usual signature; for others there is
    /// ``intercept(_:isOptional:priority:onRefusal:isolation:_:)``, which it is the same as with the
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
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping (Any) -> Void, @escaping (any Error) -> Void
            ) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(success, failure) }
        let label = label()
        let callbacks = SuccessOrFailure(success: success, failure: failure)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()(
                { value in request.answer(nil) { request.callbacks.success(value) } },
                { error in request.answer(error) { request.callbacks.failure(error) } }
            )
        }
        let start = start()
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: failure,
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with optional success and failure callbacks on to the client.
    @inlinable
    @_disfavoredOverload
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?,
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                ((Any) -> Void)?, ((any Error) -> Void)?
            ) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(success, failure) }
        let label = label()
        let callbacks = SuccessOrFailure(optionalSuccess: success, optionalFailure: failure)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()(
                { value in request.answer(nil) { request.callbacks.success(value) } },
                { error in request.answer(error) { request.callbacks.failure(error) } }
            )
        }
        let start = start()
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: failure,
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with `@Sendable` success and failure callbacks on to the client.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: @escaping @Sendable (Any) -> Void,
        failure: @escaping @Sendable (any Error) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                @escaping @Sendable (Any) -> Void, @escaping @Sendable (any Error) -> Void
            ) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(success, failure) }
        let label = label()
        let callbacks = SuccessOrFailure(success: success, failure: failure)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()(
                { value in request.answer(nil) { request.callbacks.success(value) } },
                { error in request.answer(error) { request.callbacks.failure(error) } }
            )
        }
        let start = start()
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: failure,
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }

    /// Passes a request with optional `@Sendable` success and failure callbacks on to the client.
    @inlinable
    @_disfavoredOverload
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: (@Sendable (Any) -> Void)?,
        failure: (@Sendable (any Error) -> Void)?,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (
                (@Sendable (Any) -> Void)?, (@Sendable (any Error) -> Void)?
            ) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(success, failure) }
        let label = label()
        let callbacks = SuccessOrFailure(optionalSuccess: success, optionalFailure: failure)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()(
                { value in request.answer(nil) { request.callbacks.success(value) } },
                { error in request.answer(error) { request.callbacks.failure(error) } }
            )
        }
        let start = start()
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: failure,
            isolation: isolation
        ) { call in start(call.success(success), call.failure(failure)) }
    }
}

/// The callbacks of a request of which one is called.
///
/// Not generic: a closure of generic types would be wrapped once more where it is kept.
@usableFromInline
struct SuccessOrFailure: @unchecked Sendable {
    // Safe: only the client calls them, as it would have called the caller's own.
    @usableFromInline let success: (Any) -> Void
    @usableFromInline let failure: (any Error) -> Void

    @inlinable
    init(success: @escaping (Any) -> Void, failure: @escaping (any Error) -> Void) {
        self.success = success
        self.failure = failure
    }

    // Not `??`, which is generic and would wrap what it returns.
    @inlinable
    init(optionalSuccess: ((Any) -> Void)?, optionalFailure: ((any Error) -> Void)?) {
        if let optionalSuccess { success = optionalSuccess } else { success = { _ in } }
        if let optionalFailure { failure = optionalFailure } else { failure = { _ in } }
    }
}

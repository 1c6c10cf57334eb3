public import GroupContext

// What a callback is refused with that does not fit its role. These forms cannot be called: the compiler says in
// their words what to write instead of that a type does not match. Each is worse than any form that fits.

// MARK: - Callbacks that do not tell their error

extension InterceptedCall {
    /// The error of this callback has to be found by a closure.
    @available(
        *,
        unavailable,
        message: "say where the error is: call.callback(failure) { code, message in … }"
    )
    @_disfavoredOverload
    public func failure<each Value, Result>(
        _ callback: ((repeat each Value) -> Result)??
    ) -> (repeat each Value) -> Result {
        fatalError("Nobody can call what is unavailable.")
    }

    /// The error of this callback has to be found by a closure.
    @available(
        *,
        unavailable,
        message:
            "its last parameter is no Result and no error; say where the error is: call.callback(completion) { value, status in … }"
    )
    @_disfavoredOverload
    public func completion<each Value, Result>(
        _ callback: ((repeat each Value) -> Result)??
    ) -> (repeat each Value) -> Result {
        fatalError("Nobody can call what is unavailable.")
    }
}

// MARK: - Callbacks that have no short form

extension RequestIntercepting {
    /// These callbacks have no short form.
    @available(
        *,
        unavailable,
        message:
            "no short form fits these callbacks; give each its role: intercept(label, onRefusal: …) { call in base.method(success: call.success(success), failure: call.failure(failure)) }"
    )
    @_disfavoredOverload
    public func intercept<Success, Failure>(
        _ label: String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: Success,
        failure: Failure,
        _ start: (Success, Failure) -> Void
    ) {
        fatalError("Nobody can call what is unavailable.")
    }

    /// This callback has no short form.
    @available(
        *,
        unavailable,
        message:
            "no short form fits this callback; give it its role: intercept(label, onRefusal: …) { call in base.method(completion: call.callback(completion) { value, status in … }) }"
    )
    @_disfavoredOverload
    public func intercept<Completion>(
        _ label: String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: Completion,
        _ start: (Completion) -> Void
    ) {
        fatalError("Nobody can call what is unavailable.")
    }
}

// MARK: - Refusals without their reason

extension RequestIntercepting {
    /// A refusal is reported by a closure that is handed the error.
    @available(
        *,
        unavailable,
        message:
            "a refusal is handed its error: write onRefusal: { error in done(nil, error) }, or { _ in done(false) } where the callback cannot carry an error"
    )
    @_disfavoredOverload
    public func intercept(
        _ label: String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onRefusal: () -> Void,
        _ start: (InterceptedCall) -> Void
    ) {
        fatalError("Nobody can call what is unavailable.")
    }
}

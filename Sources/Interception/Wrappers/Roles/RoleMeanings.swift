// The effects of callbacks on their requests: one or more types for each role.

/// The meaning of a success callback: the request succeeds.
@usableFromInline
@frozen
struct SuccessMeaning<Values>: RoleMeaning {
    @inlinable @inline(__always)
    static var traits: RoleTraits { .reportsSuccess }

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Values, _ callback: () -> Void) {
        #if DEBUG
        call.reportErrors(in: values)
        #endif
        call.answer(nil, callback)
    }
}

@usableFromInline
@frozen
struct UnexplainedFailureMeaning: RoleMeaning {
    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Void, _ callback: () -> Void) {
        call.answer(UnexplainedFailureError(), callback)
    }

    @inlinable
    func rejection(_ error: any Error) -> Void? { () }
}

@usableFromInline
@frozen
struct FailureMeaning<Failure: Error>: RoleMeaning {
    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Failure, _ callback: () -> Void) {
        call.answer(erased(values), callback)
    }

    @inlinable
    func rejection(_ error: any Error) -> Failure? { converted(error, to: Failure.self) }
}

@usableFromInline
@frozen
struct FailureOrNilMeaning<Failure: Error>: RoleMeaning {
    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Failure?, _ callback: () -> Void) {
        call.answer(values ?? UnexplainedFailureError(), callback)
    }

    @inlinable
    func rejection(_ error: any Error) -> (Failure?)? { Optional.reporting(error) }
}

@usableFromInline
@frozen
struct CompletionMeaning<Outcome: FailureReporting>: RoleMeaning {
    @inlinable @inline(__always)
    static var traits: RoleTraits { [.reportsSuccess, .reportsRejections] }

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Outcome, _ callback: () -> Void) {
        call.answer(values.reportedFailure, callback)
    }

    @inlinable
    func rejection(_ error: any Error) -> Outcome? { Outcome.reporting(error) }
}

@usableFromInline
@frozen
struct ValuesAndCompletionMeaning<First, Second, Outcome: FailureReporting>: RoleMeaning {
    @inlinable @inline(__always)
    static var traits: RoleTraits { [.reportsSuccess, .reportsRejections] }

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: (First, Second, Outcome), _ callback: () -> Void) {
        call.answer(values.2.reportedFailure, callback)
    }

    @inlinable
    func rejection(_ error: any Error) -> (First, Second, Outcome)? {
        guard let first: First = nilValue(), let second: Second = nilValue(),
            let outcome = Outcome.reporting(error)
        else { return nil }
        return (first, second, outcome)
    }
}

/// The meaning of a callback with one value before the last value; only `Last`, the last value, decides.
@usableFromInline
@frozen
struct ValueAndMeaning<Value, Last: RoleMeaning>: RoleMeaning {
    @usableFromInline let last: Last

    @inlinable @inline(__always)
    init(_ last: Last) { self.last = last }

    @inlinable @inline(__always)
    static var traits: RoleTraits { Last.traits }

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: (Value, Last.Values), _ callback: () -> Void) {
        last.run(call, values.1, callback)
    }

    @inlinable
    func rejection(_ error: any Error) -> (Value, Last.Values)? {
        guard let value: Value = nilValue(), let lastValue = last.rejection(error)
        else { return nil }
        return (value, lastValue)
    }
}

/// The meaning of a progress callback: the request continues.
@usableFromInline
@frozen
struct ProgressMeaning<Values>: RoleMeaning {
    @inlinable @inline(__always)
    static var traits: RoleTraits { [] }

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func prepared(_ call: InterceptedCall, _ traits: RoleTraits) -> InterceptedCall {
        call.progressCall
    }

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Values, _ callback: () -> Void) {
        call.answer(nil, callback)
    }
}

/// The meaning of a `finally` callback: the request leaves its group after the callback.
@usableFromInline
@frozen
struct FinallyMeaning: RoleMeaning {
    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func prepared(_ call: InterceptedCall, _ traits: RoleTraits) -> InterceptedCall {
        call.leaveAfterFinally(needsAnswer: traits.contains(.reportsSuccess))
        return call
    }

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Void, _ callback: () -> Void) {
        call.runFinally(callback)
    }

    @inlinable
    func rejection(in step: IssueStep) -> Void? {
        if case .finally = step { () } else { nil }
    }
}

/// The meaning of a callback with a closure that extracts the error from the values.
@usableFromInline
@frozen
struct FoundErrorMeaning<Values>: RoleMeaning {
    @inlinable @inline(__always)
    static var traits: RoleTraits { [.reportsSuccess, .reportsRejections] }

    // Safe inside `intercept`, because the compiler rejects captures that another thread could use at the same time.
    // For `call.wrap` the compiler does not check the captures, so the closures must not change captured variables.
    @usableFromInline nonisolated(unsafe) let error: (Values) -> (any Error)?
    @usableFromInline nonisolated(unsafe) let rejectionValues: (any Error) -> Values?

    @inlinable @inline(__always)
    init(
        _ error: @escaping (Values) -> (any Error)?,
        _ rejection: @escaping (any Error) -> Values?
    ) {
        self.error = error
        rejectionValues = rejection
    }

    @inlinable @inline(__always)
    func run(_ call: InterceptedCall, _ values: Values, _ callback: () -> Void) {
        call.answer(error(values), callback)
    }

    @inlinable
    func rejection(_ error: any Error) -> Values? { rejectionValues(error) }
}

/// Returns `.some(nil)` if the type is optional or expressible by a `nil` literal; otherwise `nil`, with a report.
@usableFromInline
func nilValue<Value>() -> Value? {
    let type = Value.self as? any ExpressibleByNilLiteral.Type
    return type.flatMap { $0.init(nilLiteral: ()) as? Value }
        ?? reportSilentRejection("takes a value of the type \(Value.self), which cannot be nil")
}

/// Returns `()` in place of calling a `Void` callback that is `nil`.
@inlinable
@inline(__always)
func noValue<Return>() -> Return {
    guard let value = () as? Return else { preconditionFailure("a role has no callback") }
    return value
}

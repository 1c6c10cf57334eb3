import Foundation
import GroupContext

// Each role comes in the same forms: plain, `@Sendable` and main-actor, and each of them optional or not.
//
// - An optional form takes its callback doubly optional. Where a callback is not optional but the parameter of the
//   client is, both forms fit: the second optional makes this one the worse, so the compiler need not ask. A callback
//   that is implicitly unwrapped, as from Objective-C, stays optional for the same reason: to unwrap it is worse.
// - The unnamed parameter of the `@Sendable` forms tells them from the plain ones, from which nothing else does.
// - A main-actor form has a label of its own: in the Swift 5 mode nothing tells it from the plain one.
// - Over packs a callback of any number of parameters fits. Where that costs, there is a form for one or two beside it.

// MARK: - With any values

extension InterceptedCall {
    /// Wraps a callback of any parameters that is called when the request has succeeded.
    @inlinable
    @inline(never)
    public func success<each Value, Result>(
        _ callback: @escaping (repeat each Value) -> Result
    ) -> (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        return { (value: repeat each Value) in
            reportErrors(in: repeat each value)
            return answer(nil) { callback(repeat each value) }
        }
    }

    /// Wraps an optional callback of any parameters that is called when the request has succeeded.
    @inlinable
    @inline(never)
    public func success<each Value>(
        _ callback: ((repeat each Value) -> Void)??
    ) -> ((repeat each Value) -> Void)? {
        if case let callback?? = callback { return success(callback) }
        guard isGrouped else { return nil }
        return success({ (_: repeat each Value) in })
    }

    /// Wraps a `@Sendable` callback of any parameters that is called when the request has succeeded.
    @inlinable
    @inline(never)
    public func success<each Value, Result>(
        _ callback: @escaping @Sendable (repeat each Value) -> Result,
        _: Void = ()
    ) -> @Sendable (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        return { (value: repeat each Value) in
            reportErrors(in: repeat each value)
            return answer(nil) { callback(repeat each value) }
        }
    }

    /// Wraps an optional `@Sendable` callback of any parameters that is called when the request has
    /// succeeded.
    @inlinable
    @inline(never)
    public func success<each Value>(
        _ callback: (@Sendable (repeat each Value) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (repeat each Value) -> Void)? {
        if case let callback?? = callback { return success(callback) }
        guard isGrouped else { return nil }
        return success({ (_: repeat each Value) in })
    }

    /// Wraps a main-actor callback of any parameters that is called when the request has succeeded.
    @inlinable
    @inline(never)
    @preconcurrency public func success<each Value, Result>(
        onMain callback: @escaping @MainActor (repeat each Value) -> Result
    ) -> @MainActor (repeat each Value) -> Result {
        guard isGrouped else { return callback }
        return { @MainActor (value: repeat each Value) in
            reportErrors(in: repeat each value)
            return answer(nil) { callback(repeat each value) }
        }
    }

    /// Wraps an optional main-actor callback of any parameters that is called when the request has
    /// succeeded.
    @inlinable
    @inline(never)
    @preconcurrency public func success<each Value>(
        onMain callback: (@MainActor (repeat each Value) -> Void)??
    ) -> (@MainActor (repeat each Value) -> Void)? {
        if case let callback?? = callback { return success(onMain: callback) }
        guard isGrouped else { return nil }
        return success(onMain: { (_: repeat each Value) in })
    }
}

// MARK: - With one value

extension InterceptedCall {
    // What is of a type that is passed by address, as `Any` is, costs nothing here that the client's own does not.

    /// Wraps a callback that is called with a value when the request has succeeded.
    @inlinable
    @inline(never)
    public func success<Value>(
        _ callback: @escaping (Value) -> Void
    ) -> (Value) -> Void {
        guard isGrouped else { return callback }
        return { value in
            reportErrors(in: value)
            answer(nil) { callback(value) }
        }
    }

    /// Wraps an optional callback that is called with a value when the request has succeeded.
    @inlinable
    @inline(never)
    public func success<Value>(
        _ callback: ((Value) -> Void)??
    ) -> ((Value) -> Void)? {
        if case let callback?? = callback { return success(callback) }
        guard isGrouped else { return nil }
        return success({ (_: Value) in })
    }

    /// Wraps a `@Sendable` callback that is called with a value when the request has succeeded.
    @inlinable
    @inline(never)
    public func success<Value>(
        _ callback: @escaping @Sendable (Value) -> Void,
        _: Void = ()
    ) -> @Sendable (Value) -> Void {
        guard isGrouped else { return callback }
        return { value in
            reportErrors(in: value)
            answer(nil) { callback(value) }
        }
    }

    /// Wraps an optional `@Sendable` callback that is called with a value when the request has
    /// succeeded.
    @inlinable
    @inline(never)
    public func success<Value>(
        _ callback: (@Sendable (Value) -> Void)??,
        _: Void = ()
    ) -> (@Sendable (Value) -> Void)? {
        if case let callback?? = callback { return success(callback) }
        guard isGrouped else { return nil }
        return success({ (_: Value) in })
    }
}

// MARK: - With an error

extension InterceptedCall {
    /// Reports on the debug console that a success callback was called with an error.
    @inlinable
    @inline(__always)
    func reportErrors<each Value>(in values: repeat each Value) {
        #if DEBUG
        for value in repeat each values { reportError(in: value) }
        #endif
    }

    #if DEBUG
    @usableFromInline
    func reportError<Value>(in value: Value) {
        let carriesError =
            if let result = value as? any FailingResult {
                result.isFailure
            } else if [ObjectIdentifier((any Error).self), ObjectIdentifier((any Error)?.self)]
                .contains(ObjectIdentifier(Value.self))
            {
                // A value of a concrete type may be an error and the answer.
                value is any Error
            } else {
                value is NSError
            }
        if carriesError { membership?.reportErrorInSuccess() }
    }
    #endif
}

#if DEBUG
/// A `Result`, whatever its types.
private protocol FailingResult {
    var isFailure: Bool { get }
}

extension Result: FailingResult {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
#endif

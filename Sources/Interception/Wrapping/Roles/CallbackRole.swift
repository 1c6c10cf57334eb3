// CallbackRole: a callback, and what it means to its request.
//
// Each role has a function for each annotation and number of values. An optional callback is taken as `??`: a callback
// that is not optional fits both functions where the client takes an optional one, and the second optional makes this
// one the worse match. For the same reason an implicitly unwrapped callback stays optional. The functions with `onMain:`
// are disfavored, as a trailing closure has no label: on the main actor it would be taken for a main-actor callback.

/// A callback, and what it means to its request.
///
/// Roles are given to `intercept` in the order of the callbacks:
///
/// ```swift
/// intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
///     base.post(path, success: success, failure: failure)
/// }
/// ```
///
/// - `success` and `failure` end the request.
/// - `completion` ends it with the error in the last value: a `Result` or an optional error.
/// - `callback` takes any values, and a closure that finds the error in them.
/// - `progress` runs any number of times and does not end the request.
/// - `finally` runs after all others; the request stays in its group until then.
///
/// A callback may be optional, `@Sendable` or, with the label `onMain:`, of the main actor; the client gets
/// one of the same type. In a group the callback runs with the group of its request as the current one. A
/// request that is rejected because its group was cancelled calls the `failure` and `completion` callbacks
/// with the error, and then the `finally` callback.
public protocol CallbackRole<Callback> {
    /// The type of the callback.
    associatedtype Callback

    /// The callback, and how this role wraps it.
    var parts: RoleParts<Callback> { get }
}

/// The role of a plain callback.
@frozen public struct PlainRole<Callback>: CallbackRole {
    /// The callback, and how this role wraps it.
    public let parts: RoleParts<Callback>

    @inlinable @inline(__always)
    init(_ parts: RoleParts<Callback>) {
        self.parts = parts
    }
}

/// The role of a `@Sendable` callback; the compiler prefers it where a plain role fits too.
public protocol SendableCallbackRole: CallbackRole {}

/// The role of a `@Sendable` callback.
@frozen public struct SendableRole<Callback>: SendableCallbackRole {
    /// The callback, and how this role wraps it.
    public let parts: RoleParts<Callback>

    @inlinable @inline(__always)
    init<PlainCallback>(_ parts: RoleParts<PlainCallback>) {
        // Safe: the callbacks differ in nothing but `@Sendable`, which has no representation. The wrapped callback captures
        // the caller's callback, which is `@Sendable`, and the call, which may be used on any thread.
        self.parts = unsafeBitCast(parts, to: RoleParts<Callback>.self)
    }
}

/// The role of a main-actor callback.
@frozen public struct MainRole<Callback>: CallbackRole {
    /// The callback, and how this role wraps it.
    public let parts: RoleParts<Callback>

    @inlinable @inline(__always)
    init(_ parts: RoleParts<Callback>) {
        self.parts = parts
    }
}

// A callback may belong to the thread of its caller.
@available(*, unavailable) extension PlainRole: Sendable {}
@available(*, unavailable) extension SendableRole: Sendable {}
@available(*, unavailable) extension MainRole: Sendable {}

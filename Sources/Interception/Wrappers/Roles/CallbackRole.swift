// Each role has one function for each annotation and number of values. The functions for optional callbacks are
// disfavored, so that the compiler prefers the other functions for a callback that is not optional; a double optional
// as parameter would do the same, but the compiler would need several times as long to find a mistake in a wrapper.
// An implicitly unwrapped callback counts as optional, too. The functions with `onMain:` are disfavored, because a
// trailing closure has no label, so on the main actor the compiler would otherwise choose a function with `onMain:`.

/// A callback, and its role in the request.
///
/// Pass the roles to `intercept` in the order of the callbacks:
///
/// ```swift
/// intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
///     base.post(path, success: success, failure: failure)
/// }
/// ```
///
/// - `success` and `failure` end the request.
/// - `completion` ends the request with the error in its last value, a `Result` or an optional error.
/// - `callback` ends the request, too; the role takes one to three values of any type, and a closure that extracts
///   the error from the values.
/// - `progress` runs any number of times and does not end the request.
/// - `finally` runs after all other callbacks, and the request stays in its group until then. If the client calls
///   `finally` alone, the request has succeeded if no other role reports success, and fails as lost otherwise.
///
/// A callback may be optional, `@Sendable` or, with the label `onMain:` of each role except `callback`, isolated to
/// the main actor; the client gets a callback of the same type. In a group the callback runs with the group of its
/// request as the current group. If a request is rejected because its group was cancelled, the `failure` and
/// `completion` callbacks (and a `callback` with `rejection:`) report the error; then the `finally` callback runs.
public protocol CallbackRole<Callback> {
    /// The type of the callback.
    associatedtype Callback

    /// The same role, for a callback that need not be `@Sendable`.
    var plainRole: PlainRole<Callback> { get }
}

extension CallbackRole {
    @inlinable @inline(__always)
    var traits: RoleTraits { plainRole.traits }

    @inlinable @inline(__always)
    func report(_ step: IssueStep) { plainRole.reject(plainRole.callback, step) }
}

/// The role of a `@Sendable` callback; the compiler prefers this role to ``PlainRole``.
public protocol SendableCallbackRole: CallbackRole {}

/// The role of a `@Sendable` callback.
@frozen public struct SendableRole<Callback>: SendableCallbackRole {
    /// The same role, for a callback that need not be `@Sendable`.
    public let plainRole: PlainRole<Callback>
}

@available(*, unavailable) extension SendableRole: Sendable {}

/// The meaning of a role: the effect of a callback on its request.
@usableFromInline
protocol RoleMeaning<Values>: Sendable {
    associatedtype Values

    static var traits: RoleTraits { get }

    /// Returns the call through which the wrapped callback runs, by default `call` itself.
    ///
    /// The `traits` are those of all roles of the request.
    func prepared(_ call: InterceptedCall, _ traits: RoleTraits) -> InterceptedCall

    /// Runs the caller's callback for the values that the client has passed.
    func run(_ call: InterceptedCall, _ values: Values, _ callback: () -> Void)

    /// Returns the values with which the callback reports a rejection; `nil` for no report.
    func rejection(_ error: any Error) -> Values?

    /// Returns the values with which the callback reports a rejection in this step; `nil` for no report.
    ///
    /// By default, a callback reports only in the step `report`.
    func rejection(in step: IssueStep) -> Values?
}

extension RoleMeaning {
    @inlinable @inline(__always)
    static var traits: RoleTraits { .reportsRejections }

    @inlinable @inline(__always)
    func prepared(_ call: InterceptedCall, _ traits: RoleTraits) -> InterceptedCall { call }

    @inlinable @inline(__always)
    func rejection(_ error: any Error) -> Values? { nil }

    @inlinable @inline(__always)
    func rejection(in step: IssueStep) -> Values? {
        if case .report(let error) = step { rejection(error) } else { nil }
    }
}

/// A step in the issue of a request: the call of its client, or one of the two steps of a rejection.
@usableFromInline
enum IssueStep: Sendable {
    case start(InterceptedCall)
    /// Callbacks report the error.
    case report(any Error)
    /// After the reports, the `finally` callback runs.
    case finally
}

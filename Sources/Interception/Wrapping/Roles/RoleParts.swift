// RoleParts: a callback in each of its uses.

/// A callback in each of its uses: as it is, wrapped for the client, and for a rejection.
@frozen public struct RoleParts<Callback> {
    /// Returns the callback for a use; `nil` for a rejection, which calls the callback.
    @usableFromInline let make: (RoleUse) -> Callback?

    /// A Boolean value that indicates whether the callback has to be called on the main actor.
    @usableFromInline let isOnMain: Bool

    @inlinable @inline(__always)
    init(isOnMain: Bool = false, _ make: @escaping (RoleUse) -> Callback?) {
        self.make = make
        self.isOnMain = isOnMain
    }

    /// The caller's callback.
    @inlinable @inline(__always)
    func untouched() -> Callback { made(.untouched) }

    /// Returns the callback for the client.
    @inlinable @inline(__always)
    func wrapped(by call: InterceptedCall) -> Callback { made(.wrapped(call)) }

    @inlinable @inline(__always)
    func made(_ use: RoleUse) -> Callback {
        guard let callback = make(use) else { preconditionFailure("a role has no callback") }
        return callback
    }
}

@available(*, unavailable) extension RoleParts: Sendable {}

/// What the callback of a role is made for.
@usableFromInline
@frozen
enum RoleUse {
    case untouched
    case wrapped(InterceptedCall)
    /// Calls the caller's callback with the error, if this role does so in this step.
    case rejected(any Error, RejectionStep)
}

/// The two steps of a rejection: the error is reported, then the callback runs that always comes last.
@usableFromInline
@frozen
enum RejectionStep {
    case report
    case finally
}

/// Returns `()` for a callback that is `nil`, and so returns nothing.
@inlinable
@inline(__always)
func noValue<Return>() -> Return {
    guard let value = () as? Return else {
        preconditionFailure("a role has no callback")
    }
    return value
}

// MARK: - Rejections

/// Reports through one callback that its request was rejected.
@usableFromInline
typealias Rejection = (isOnMain: Bool, report: (any Error, RejectionStep) -> Void)

extension RoleParts {
    @inlinable var rejection: Rejection {
        (isOnMain, { error, step in _ = make(.rejected(error, step)) })
    }
}

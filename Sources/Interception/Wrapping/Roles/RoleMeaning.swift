// RoleMeaning: what the values of a callback say about its request.

/// What the values of a callback say about its request.
///
/// Its closures capture nothing, so making one does not allocate.
@usableFromInline
@frozen
struct RoleMeaning<Values>: @unchecked Sendable {
    // Safe: closures of `@Sendable` roles are `@Sendable`, those of others stay with their callback.
    @usableFromInline let kind: RoleKind
    @usableFromInline let error: (Values) -> (any Error)?
    @usableFromInline let rejectionValues: (any Error) -> Values?

    @inlinable @inline(__always)
    init(
        _ kind: RoleKind,
        error: @escaping (Values) -> (any Error)? = { _ in nil },
        rejection: @escaping (any Error) -> Values? = { _ in nil }
    ) {
        self.kind = kind
        self.error = error
        rejectionValues = rejection
    }

    /// Returns the call that the callback reports to.
    @inlinable @inline(__always)
    func prepared(_ call: InterceptedCall) -> InterceptedCall {
        switch kind {
        case .success, .answer: return call
        case .progress: return call.observing
        case .finally:
            call.leaveOnFinish()
            return call
        }
    }

    /// Returns the values with which the callback reports a rejection in this step.
    @usableFromInline
    func rejection(_ error: any Error, _ step: RejectionStep) -> Values? {
        switch (kind, step) {
        case (.answer, .report), (.finally, .finally): rejectionValues(error)
        default: nil
        }
    }
}

@usableFromInline
@frozen
enum RoleKind: Sendable {
    case success
    case answer
    case progress
    case finally
}

extension RoleMeaning {
    @inlinable @inline(__always)
    static var success: Self { Self(.success) }

    @inlinable @inline(__always)
    static var progress: Self { Self(.progress) }

    @inlinable @inline(__always)
    static func callback(
        _ error: @escaping (Values) -> (any Error)?,
        _ rejection: @escaping (any Error) -> Values?
    ) -> Self {
        Self(.answer, error: error, rejection: rejection)
    }
}

extension RoleMeaning where Values == Void {
    @inlinable @inline(__always)
    static var finally: Self { Self(.finally, rejection: { _ in () }) }

    @inlinable @inline(__always)
    static var unexplainedFailure: Self {
        Self(.answer, error: { UnexplainedFailureError() }, rejection: { _ in () })
    }
}

extension RoleMeaning {
    @inlinable @inline(__always)
    static func failure() -> Self where Values: Error {
        Self(.answer, error: { $0 }, rejection: { $0.converted(to: Values.self) })
    }

    @inlinable @inline(__always)
    static func failureOrNil<Failure>() -> Self where Values == Failure?, Failure: Error {
        Self(
            .answer,
            error: { $0 ?? UnexplainedFailureError() },
            rejection: { $0.converted(to: Failure.self).map { .some($0) } }
        )
    }

    @inlinable @inline(__always)
    static func valueAndFailure<A, Failure>() -> Self
    where Values == (A, Failure), Failure: Error {
        Self(
            .answer,
            error: { $0.1 },
            rejection: { error in
                guard let value: A = nilValue(), let error = error.converted(to: Failure.self)
                else { return nil }
                return (value, error)
            }
        )
    }

    @inlinable @inline(__always)
    static func completion() -> Self where Values: FailureReporting {
        Self(.answer, error: { $0.reportedFailure }, rejection: { Values.reporting($0) })
    }

    @inlinable @inline(__always)
    static func valueAndCompletion<A, Outcome>() -> Self
    where Values == (A, Outcome), Outcome: FailureReporting {
        Self(
            .answer,
            error: { $0.1.reportedFailure },
            rejection: { error in
                guard let value: A = nilValue(), let outcome = Outcome.reporting(error) else {
                    return nil
                }
                return (value, outcome)
            }
        )
    }

    @inlinable @inline(__always)
    static func valuesAndCompletion<A, B, Outcome>() -> Self
    where Values == (A, B, Outcome), Outcome: FailureReporting {
        Self(
            .answer,
            error: { $0.2.reportedFailure },
            rejection: { error in
                guard let first: A = nilValue(), let second: B = nilValue(),
                    let outcome = Outcome.reporting(error)
                else { return nil }
                return (first, second, outcome)
            }
        )
    }
}

/// Returns `nil` as a value of a type that has it.
@usableFromInline
func nilValue<Value>() -> Value? {
    let type = Value.self as? any ExpressibleByNilLiteral.Type
    return type.flatMap { $0.init(nilLiteral: ()) as? Value }
}

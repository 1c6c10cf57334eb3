// Reports of success callbacks that are called with an error, in debug builds.

import Foundation
import GroupContext

#if DEBUG
extension InterceptedCall {
    /// Reports on the debug console if the `values` that a success callback receives contain an error.
    @usableFromInline
    func reportErrors<Values>(in values: Values) {
        // No tuple has a mirror of its own; the mirror of another value may be user code.
        let mirror = values is any CustomReflectable ? nil : Mirror(reflecting: values)
        let carriesError =
            if let mirror, mirror.displayStyle == .tuple {
                mirror.children.contains { isError($0.value, as: type(of: $0.value)) }
            } else {
                isError(values, as: Values.self)
            }
        // A request that has left or is overdue is not reported.
        guard carriesError, let membership, membership.isPresent else { return }
        membership.report(.errorInSuccess(label: membership.label))
    }
}

/// Returns whether a value of a declared type is an error, or reports one, such as a failed `Result`.
private func isError(_ value: Any, as type: Any.Type) -> Bool {
    guard let error = value as? any Error else {
        return (value as? any FailureReporting)?.reportedFailure != nil
    }
    // A value of a concrete error type may be the response itself, so such a value counts only in a parameter of type
    // `any Error` or `Any`. An `NSError` counts in any parameter; `is NSError` would bridge each error on Apple's
    // platforms.
    let hidingTypes: [Any.Type] = [(any Error).self, (any Error)?.self, Any.self, Any?.self]
    let isDeclaredAsError = hidingTypes.contains { $0 == type }
    return isDeclaredAsError || Swift.type(of: error) is NSError.Type
}
#endif

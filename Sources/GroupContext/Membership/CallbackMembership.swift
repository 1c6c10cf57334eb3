/// The membership of a request and its callbacks, in one object.
///
/// A closure that captures nothing but one object needs no memory of its own, so a request whose
/// callbacks are kept here costs one allocation, not one for each of them and one for itself.
@usableFromInline
package final class CallbackMembership<Callbacks>: Membership, @unchecked Sendable {
    // Safe: never changed; called as the client calls what it was handed.
    @usableFromInline package let callbacks: Callbacks

    @inlinable
    package init(
        _ callbacks: Callbacks,
        label: String,
        group: RequestGroup,
        isOptional: Bool
    ) {
        self.callbacks = callbacks
        super.init(label, group: group, isOptional: isOptional)
    }
}

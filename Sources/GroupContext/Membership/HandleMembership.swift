/// The handle of a request that exists before the request enters, such as a session task.
package struct RequestHandle {
    /// Returns the label of the request; called only when the label is needed.
    package typealias Label = @Sendable () -> String
    /// Cancels the request; the handle is `nil` if it has been released.
    package typealias Cancel =
        @Sendable (
            _ handle: (any AnyObject & Sendable)?, _ label: @escaping Label, _ group: RequestGroup
        ) -> Void

    let object: any AnyObject & Sendable
    let cancel: Cancel

    /// Makes a handle, to which the membership keeps a weak reference: the handle may retain the callbacks of
    /// the request, and a lost callback would go unnoticed.
    package init(_ object: any AnyObject & Sendable, cancel: @escaping Cancel) {
        (self.object, self.cancel) = (object, cancel)
    }
}

/// The membership of a request whose handle exists before the request enters.
///
/// It makes the label and the cancel handler on demand, because most requests need neither.
final class HandleMembership: Membership, @unchecked Sendable {
    // Unchecked, as in the superclass: only `cancel` changes, under the lock of the group.

    private let makeLabel: RequestHandle.Label
    private weak var handle: (any AnyObject & Sendable)?
    private var cancel: RequestHandle.Cancel?

    init(
        _ label: @escaping RequestHandle.Label,
        group: RequestGroup,
        isOptional: Bool,
        handle: RequestHandle
    ) {
        makeLabel = label
        self.handle = handle.object
        cancel = handle.cancel
        super.init("", group: group, isOptional: isOptional)
    }

    override var label: String { makeLabel() }

    // Under the lock this membership must not be retained: the release could be the last, and the deinit needs the
    // lock. Without optimisation, reading a property of the superclass retains it.
    override func takeCancelAction(in group: RequestGroup) -> CancelAction? {
        guard let cancel = cancel.take() else { return nil }
        return { [makeLabel, handle] _ in cancel(handle, makeLabel, group) }
    }
}

extension Membership {
    /// A Boolean value that indicates whether the group can cancel the request by its handle, without a
    /// cancel handler.
    package final var isCancelledByHandle: Bool { self is HandleMembership }

    /// Cancels a request that was rejected as it entered, if the request has a handle.
    package final func cancelRefused() {
        let action = group.update { _, _ in takeCancelAction(in: group) }
        action?(.requested)
    }
}

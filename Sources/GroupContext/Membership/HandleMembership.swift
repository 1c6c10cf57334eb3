/// A handle that exists before its request enters a group, such as a session task.
package struct RequestHandle {
    /// Returns the label of the request; called only when the label is needed.
    package typealias Label = @Sendable () -> String
    /// Cancels the request; `handle` is `nil` if the handle has been released.
    package typealias Cancel =
        @Sendable (
            _ handle: (any AnyObject & Sendable)?, _ label: @escaping Label, _ group: RequestGroup
        ) -> Void

    let object: any AnyObject & Sendable
    let cancel: Cancel

    /// Makes a handle; the membership does not retain the object, because the object may retain the callbacks.
    package init(_ object: any AnyObject & Sendable, cancel: @escaping Cancel) {
        (self.object, self.cancel) = (object, cancel)
    }
}

/// The membership of a request whose handle exists before the request enters.
///
/// The label and the cancel handler are made on demand, because most requests need neither.
final class HandleMembership: Membership, @unchecked Sendable {
    // Unchecked, because the superclass is unchecked. Only `cancel` changes below, under the group's lock; `handle` is set
    // once, so checking its exclusivity would find nothing.

    private let makeLabel: RequestHandle.Label
    @exclusivity(unchecked) private weak var handle: (any AnyObject & Sendable)?
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

    // The caller has locked the group. Retaining `self` could run the deinit here, and the deinit needs the same lock.
    // The group is a parameter, because unoptimised code would retain `self` to read the property `group`.
    override func takeCancelHandler(in group: RequestGroup) -> CancelHandler? {
        guard let cancel = cancel.take() else { return nil }
        return { [makeLabel, handle] _ in cancel(handle, makeLabel, group) }
    }
}

extension Membership {
    /// A Boolean value that indicates whether the group can cancel the request by its handle.
    package final var isCancelledByHandle: Bool { self is HandleMembership }

    package final func cancelByHandle() {
        let handler = group.update { _, _ in takeCancelHandler(in: group) }
        handler?(.requested)
    }
}

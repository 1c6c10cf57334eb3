/// What a client has made for a request before it enters, as a task of a session.
package struct RequestHandle {
    /// What the request is called; asked when somebody wants to know.
    package typealias Label = @Sendable () -> String
    /// Cancels the request; the handle is `nil` if it has been released.
    package typealias Cancel =
        @Sendable (
            _ handle: (any AnyObject & Sendable)?, _ label: @escaping Label, _ group: RequestGroup
        ) -> Void

    let object: any AnyObject & Sendable
    let cancel: Cancel

    /// The handle is held weakly: it may keep the callbacks of the request alive, and a lost callback would go
    /// unnoticed.
    package init(_ object: any AnyObject & Sendable, cancel: @escaping Cancel) {
        (self.object, self.cancel) = (object, cancel)
    }
}

/// The membership of a request that has its handle before it enters.
///
/// Nearly all of them end without anybody asking for their label, and without being cancelled: nothing is made for
/// either until then.
final class HandleMembership: Membership, @unchecked Sendable {
    // Unchecked as its superclass is; only `cancel` changes, under the lock of the group.

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

    // Under the lock this membership must not be retained, not even for a moment: the release could be its last,
    // and its deinit needs the lock. Without optimisation, reading a property of the superclass retains it.
    override func takeCancelAction(in group: RequestGroup) -> CancelAction? {
        guard let cancel = cancel.take() else { return nil }
        return { [makeLabel, handle] _ in cancel(handle, makeLabel, group) }
    }
}

extension Membership {
    /// Whether its group knows how to cancel it, without being told.
    package final var isCancelledByHandle: Bool { self is HandleMembership }

    /// Cancels a request that was refused when it entered, if its group knows how.
    package final func cancelRefused() {
        let action = group.update { _, _ in takeCancelAction(in: group) }
        action?(.requested)
    }
}

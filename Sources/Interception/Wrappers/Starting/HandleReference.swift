import Dispatch
import GroupContext

/// The handle that a client returned for a request, and the closure that cancels the request by the handle.
///
/// By default, a handle that is an object is not retained.
@usableFromInline
final class HandleReference<Handle>: @unchecked Sendable {
    // Safe: the handle is passed only to the cancel handler, which is documented to run on any thread. All properties
    // are set once: those of the receiver before the handler is added, all others before the reference is shared.

    private let cancel: @Sendable (Handle) -> Void
    private let settings: InterceptionSettings
    /// The handle, if this reference retains the handle.
    ///
    /// The type is `Any?`, because the metadata of `Handle?` would be looked up at run time.
    private let value: Any?
    // A `var`, because optimized code casts a weak `let` without checking whether its object has been released, and
    // crashes.
    private weak var object: AnyObject?
    /// The request to which a lost handle is reported; weak, because a cancel handler must not keep its request alive.
    private weak var request: Membership?
    #if DEBUG
    /// The label of an awaited request that has no membership, for the report of a lost handle.
    private var ungroupedLabel: (@Sendable () -> String)?
    #endif

    @usableFromInline
    init(
        _ handle: Handle,
        isStrong: Bool = false,
        _ settings: InterceptionSettings,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        let object = isStrong ? nil : Self.object(of: handle)
        (self.cancel, self.settings) = (cancel, settings)
        value = object == nil ? handle : nil
        self.object = object
    }

    /// Adds a cancel handler, which cancels the request on the queue of the settings.
    func add(to membership: Membership) {
        setReportReceiver(membership)
        membership.add(.cancelling { [self] _ in cancelOnQueue() })
    }

    /// Sets the request to which a lost handle is reported; `label` is the label of a request without a membership.
    func setReportReceiver(_ membership: Membership?, label: (@Sendable () -> String)? = nil) {
        #if DEBUG
        request = membership
        if membership == nil { ungroupedLabel = label }
        #else
        // A weak reference allocates, so store it only if an observer receives the report.
        if membership?.group.isObserved == true { request = membership }
        #endif
    }

    func cancelOnQueue() {
        guard let queue = settings.queue else { return cancelOrReport() }
        // Retain the handle until the closure runs, because other code may release the last reference meanwhile.
        // Safe: the closure only releases the handle.
        nonisolated(unsafe) let object = object
        queue.async { withExtendedLifetime(object) { self.cancelOrReport() } }
    }

    private func cancelOrReport() {
        if tryCancelling() { return }
        request?.reportLostHandle(settings)
        #if DEBUG
        if let ungroupedLabel { settings.reportLostHandle(of: .ungrouped, ungroupedLabel) }
        #endif
    }

    /// Cancels the request, and returns `false` if the handle was released.
    func tryCancelling() -> Bool {
        guard Handle.self is AnyClass, let object else { return tryCancellingValue() }
        cancel(unsafeBitCast(object, to: Handle.self))
        return true
    }

    /// Not inlined, so that cancelling an object does not look up the type `Handle?`, which only this cast needs.
    @inline(never)
    private func tryCancellingValue() -> Bool {
        // Retain the object before the cast, because a second read of the weak reference may return `nil`.
        guard let handle: Any = value ?? object, let handle = handle as? Handle else {
            return false
        }
        cancel(handle)
        return true
    }

    /// Returns the object in the handle, even if `Handle` is an optional or an existential; `nil` for a value.
    private static func object(of handle: Handle) -> AnyObject? {
        // A class type needs no dynamic cast, and such a cast is slow.
        Handle.self is AnyClass ? unsafeBitCast(handle, to: AnyObject.self) : object(in: handle)
    }

    private static func object(in handle: Any) -> AnyObject? {
        if type(of: handle) is AnyClass { return handle as AnyObject }
        return (handle as? any OptionalHandle)?.content.flatMap(object(in:))
    }
}

private protocol OptionalHandle {
    var content: Any? { get }
}

extension Optional: OptionalHandle {
    fileprivate var content: Any? { map { $0 as Any } }
}

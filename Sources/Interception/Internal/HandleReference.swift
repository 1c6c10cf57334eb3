/// What a client returned for a request: an object weakly unless asked to, a value as it is.
@usableFromInline
struct HandleReference<Handle>: Sendable {
    // Safe: only handed to the cancel action, which is documented to be called on any thread.
    private nonisolated(unsafe) let value: Handle?
    private nonisolated(unsafe) weak let object: AnyObject?

    @usableFromInline
    init(_ handle: Handle, isStrong: Bool = false) {
        let object = isStrong ? nil : Self.object(of: handle)
        self.object = object
        value = object == nil ? handle : nil
    }

    /// Calls the action, if the handle still exists.
    func use(_ action: (Handle) -> Void) {
        if let value { return action(value) }
        if let handle = object as? Handle { action(handle) }
    }

    /// The object that the handle is, also behind an optional or a protocol.
    private static func object(of handle: Handle) -> AnyObject? {
        // What is a reference by its type is not worth a cast, which costs more than the rest.
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

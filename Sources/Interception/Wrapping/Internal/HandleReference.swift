/// What a client returned for a request: an object weakly unless asked to, a value as it is.
@usableFromInline
struct HandleReference<Handle>: Sendable {
    // Safe: only handed to the cancel action, which is documented to be called on any thread.
    private nonisolated(unsafe) let value: Handle?
    // Safe: set once, before anybody else has it. Not a `let`: optimised code cast what a weak constant
    // was read as without looking whether the object was gone, and crashed.
    private nonisolated(unsafe) weak var object: AnyObject?

    @usableFromInline
    init(_ handle: Handle, isStrong: Bool = false) {
        let object = isStrong ? nil : Self.object(of: handle)
        self.object = object
        value = object == nil ? handle : nil
    }

    /// Calls the action if the handle still exists, and returns whether it does.
    @discardableResult
    func use(_ action: (Handle) -> Void) -> Bool {
        if let value {
            action(value)
            return true
        }
        // Held before it is cast: what is read twice may be gone in between.
        guard let object else { return false }
        guard let handle = object as? Handle else { return false }
        action(handle)
        return true
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

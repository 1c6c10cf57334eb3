/// The handle that a client returns for a request: an object is held weakly by default, a value strongly.
@usableFromInline
struct HandleReference<Handle>: Sendable {
    // Safe: passed only to the cancel handler, which is documented to run on any thread.
    private nonisolated(unsafe) let value: Handle?
    // Safe: set once, before the reference is shared. Not a `let`: optimized code casts a weak constant without
    // checking whether its object has been released, and crashes.
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
        // Retain the object before the cast: a second read of the weak reference may return `nil`.
        guard let object else { return false }
        guard let handle = object as? Handle else { return false }
        action(handle)
        return true
    }

    /// Returns the object that the handle is or contains, in an optional or an existential.
    private static func object(of handle: Handle) -> AnyObject? {
        // A class type needs no dynamic cast, which is slow.
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

/// The handle that a client returns for a request; by default, a handle that is an object is not retained.
///
/// A class, because closures capture the reference, and copying a weak reference is slow.
@usableFromInline
final class HandleReference<Handle>: Sendable {
    // Safe: the value is passed only to the cancel handler, which is documented to run on any thread.
    private nonisolated(unsafe) let value: Handle?
    // Safe: set once, before the reference is shared. The property is a `var`, because optimized code casts a weak
    // `let` without checking whether its object has been released, and crashes.
    private nonisolated(unsafe) weak var object: AnyObject?

    @usableFromInline
    init(_ handle: Handle, isStrong: Bool = false) {
        let object = isStrong ? nil : Self.object(of: handle)
        self.object = object
        value = object == nil ? handle : nil
    }

    /// Calls the action if the handle still exists, and returns whether the handle exists.
    @discardableResult
    func use(_ action: (Handle) -> Void) -> Bool {
        if let value {
            action(value)
            return true
        }
        // Retain the object before the cast, because a second read of the weak reference may return `nil`.
        guard let object else { return false }
        if Handle.self is AnyClass {
            action(unsafeBitCast(object, to: Handle.self))
            return true
        }
        guard let handle = object as? Handle else { return false }
        action(handle)
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

/// What a client returned for a request: an object weakly unless asked to, a value as it is.
@usableFromInline
struct HandleReference<Handle>: Sendable {
    // Safe: only handed to the cancel action, which is documented to be called on any thread.
    private nonisolated(unsafe) let value: Handle?
    private nonisolated(unsafe) weak let object: AnyObject?

    @usableFromInline
    init(_ handle: Handle, isStrong: Bool = false) {
        let object = isStrong ? nil : Self.object(in: handle)
        self.object = object
        value = object == nil ? handle : nil
    }

    /// Calls the action, if the handle still exists.
    func use(_ action: (Handle) -> Void) {
        if let value { return action(value) }
        if let handle = object as? Handle { action(handle) }
    }

    /// The object that the handle is, also behind an optional.
    private static func object(in handle: Any) -> AnyObject? {
        if let optional = handle as? any OptionalHandle {
            return optional.content.flatMap(object(in:))
        }
        return type(of: handle) is AnyClass ? handle as AnyObject : nil
    }
}

private protocol OptionalHandle {
    var content: Any? { get }
}

extension Optional: OptionalHandle {
    fileprivate var content: Any? { map { $0 as Any } }
}

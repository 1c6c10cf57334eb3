/// The role of a callback that need not be `@Sendable`, with closures to wrap it and to report a rejection.
@frozen public struct PlainRole<Callback>: CallbackRole {
    @usableFromInline let callback: Callback

    // The closures get the callback as a parameter instead of capturing it, so creating them usually does not allocate.

    /// Returns the callback for the client; gets the traits of all roles of the request.
    @usableFromInline let wrap: (Callback, InterceptedCall, RoleTraits) -> Callback

    /// Performs a step of a rejection: a `finally` callback runs in the step `finally`; a failure or completion
    /// callback reports the error in the step `report`.
    @usableFromInline let reject: (Callback, IssueStep) -> Void

    @usableFromInline var traits: RoleTraits

    @inlinable @inline(__always)
    init(
        _ callback: Callback,
        _ traits: RoleTraits,
        wrap: @escaping (Callback, InterceptedCall, RoleTraits) -> Callback,
        reject: @escaping (Callback, IssueStep) -> Void
    ) {
        self.callback = callback
        self.traits = traits
        self.wrap = wrap
        self.reject = reject
    }

    /// The role itself.
    @inlinable @inline(__always)
    public var plainRole: PlainRole { self }
}

// Not Sendable, because a callback may belong to the thread of its caller.
@available(*, unavailable) extension PlainRole: Sendable {}

/// The properties of a role that affect its request and the other roles.
@usableFromInline
@frozen
struct RoleTraits: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable @inline(__always)
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A rejection has to be reported on the main actor.
    @inlinable @inline(__always)
    static var onMain: Self { Self(rawValue: 1) }

    /// A callback that the client gets may report success.
    @inlinable @inline(__always)
    static var reportsSuccess: Self { Self(rawValue: 2) }

    /// The callback may report a rejection.
    @inlinable @inline(__always)
    static var reportsRejections: Self { Self(rawValue: 4) }
}

/// The role of a callback that need not be `@Sendable`, with closures to wrap it and to report a rejection.
@frozen public struct PlainRole<Callback>: CallbackRole {
    @usableFromInline let callback: Callback

    // The closures get the callback as a parameter instead of capturing it, so creating them usually does not allocate.

    /// Returns the callback for the client.
    @usableFromInline let wrap: (Callback, InterceptedCall) -> Callback

    /// Performs a step of a rejection: a `finally` callback runs in the step `finally`; a failure or completion
    /// callback reports the error in the step `report`.
    @usableFromInline let reject: (Callback, IssueStep) -> Void

    /// A Boolean value that indicates whether a rejection has to be reported on the main actor.
    @usableFromInline var isOnMain = false

    @inlinable @inline(__always)
    init(
        _ callback: Callback,
        wrap: @escaping (Callback, InterceptedCall) -> Callback,
        reject: @escaping (Callback, IssueStep) -> Void
    ) {
        self.callback = callback
        self.wrap = wrap
        self.reject = reject
    }

    /// The role itself.
    @inlinable @inline(__always)
    public var plainRole: PlainRole { self }

    @inlinable @inline(__always)
    func wrapped(by call: InterceptedCall) -> Callback { wrap(callback, call) }

    @inlinable @inline(__always)
    func report(_ step: IssueStep) { reject(callback, step) }
}

// Not Sendable, because a callback may belong to the thread of its caller.
@available(*, unavailable) extension PlainRole: Sendable {}

// RoleParts: a callback, and how its role wraps it and rejects its request.

/// A callback, and how its role wraps it and rejects its request.
@frozen public struct RoleParts<Callback> {
    /// The caller's callback.
    @usableFromInline let callback: Callback

    // The closures get the callback as a parameter: they capture nothing, so making them does not allocate.

    /// Returns the callback for the client.
    @usableFromInline let wrap: (Callback, InterceptedCall) -> Callback

    /// Reports a rejection through the callback, if its role does so in this step.
    @usableFromInline let reject: (Callback, any Error, RejectionStep) -> Void

    /// A Boolean value that indicates whether a rejection has to be reported on the main actor.
    @usableFromInline let isOnMain: Bool

    @inlinable @inline(__always)
    init(
        _ callback: Callback,
        isOnMain: Bool = false,
        wrap: @escaping (Callback, InterceptedCall) -> Callback,
        reject: @escaping (Callback, any Error, RejectionStep) -> Void
    ) {
        self.callback = callback
        self.wrap = wrap
        self.reject = reject
        self.isOnMain = isOnMain
    }

    /// Returns the callback for the client.
    @inlinable @inline(__always)
    func wrapped(by call: InterceptedCall) -> Callback { wrap(callback, call) }

    @inlinable var rejection: Rejection {
        (isOnMain, { error, step in reject(callback, error, step) })
    }
}

@available(*, unavailable) extension RoleParts: Sendable {}

/// Reports through one callback that its request was rejected.
@usableFromInline
typealias Rejection = (isOnMain: Bool, report: (any Error, RejectionStep) -> Void)

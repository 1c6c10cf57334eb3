/// The suspended caller of an asynchronous method that awaits a request.
///
/// If the request has no membership, the waiter also stores the request's cancel handlers.
package struct ReplyWaiter: Sendable {
    private struct Shared {
        // The type of the value is erased, because a generic waiter would look up metadata at run time. Safe: a
        // continuation stores no value, so the type of its values does not change its layout. An unsafe continuation
        // would be cheaper, but with it ThreadSanitizer reports a false race if the answer comes before the caller
        // suspends.
        var continuation: CheckedContinuation<Never, any Error>?
        /// The membership of the request, which retains this waiter as a handler; `nil` after the caller was resumed.
        var membership: Membership?
        var isCancelled = false
        /// The cancel handlers of the request, if the request has no membership.
        var cancelActions: [@Sendable () -> Void] = []
    }

    private let shared = Locked(Shared())

    package init() {}

    /// Stores the continuation of the caller; at the deadline of the group, the caller resumes with a timeout.
    package func wait<Value>(
        _ continuation: CheckedContinuation<Value, any Error>,
        for membership: Membership?
    ) {
        let continuation = unsafeBitCast(
            continuation,
            to: CheckedContinuation<Never, any Error>.self
        )
        shared.withLock { ($0.continuation, $0.membership) = (continuation, membership) }
        membership?.add(.caller(self))
    }

    /// Resumes the caller, and returns `false` if no caller is waiting.
    ///
    /// The request must leave its group before this call, so that the caller finds the outcome in the group.
    @discardableResult
    package func resume<Value>(returning value: Value) -> Bool {
        guard let continuation = take().continuation else { return false }
        // Safe: the client passes the value to the callback, and does not use the value afterwards.
        nonisolated(unsafe) let value = value
        unsafeBitCast(continuation, to: CheckedContinuation<Value, any Error>.self)
            .resume(returning: value)
        return true
    }

    /// Resumes the caller with an error, which is created only if a caller is waiting.
    package func resume(throwing error: () -> any Error) {
        take().continuation?.resume(throwing: error())
    }

    /// Resumes the caller of a request that has ended without an answer.
    func reject(_ reason: CancellationReason) {
        let waiting = take()
        guard let membership = waiting.membership else { return }
        waiting.continuation?.resume(throwing: reason.rejection(of: membership.label))
    }

    /// Removes and returns the stored values.
    ///
    /// The caller releases the values after unlocking, because a deinit may run user code.
    private func take() -> Shared {
        shared.withLock { exchange(&$0, with: Shared(isCancelled: $0.isCancelled)) }
    }

    /// Calls the action once if the awaiting task or the group of the request is cancelled.
    package func onCancel(of membership: Membership?, _ action: @escaping @Sendable () -> Void) {
        if let membership { return membership.onCancel(action) }
        let isCancelled = shared.withLock { shared in
            if !shared.isCancelled, shared.continuation != nil {
                shared.cancelActions.append(action)
            }
            return shared.isCancelled
        }
        if isCancelled { action() }
    }

    /// Cancels the request when the awaiting task is cancelled.
    ///
    /// The runtime holds a lock of the task during this call, so user code runs on a worker thread.
    package func cancel() {
        let (membership, hasActions) = shared.withLock { shared in
            shared.isCancelled = true
            return (shared.membership, !shared.cancelActions.isEmpty)
        }
        membership?.cancelWithoutBlocking()
        guard hasActions else { return }
        // The worker thread takes the actions, because releasing an action may run user code, too.
        WorkerThreads.limited.run { [shared] in
            for action in shared.withLock({ exchange(&$0.cancelActions, with: []) }) { action() }
        }
    }
}

import GroupContext

/// The suspended caller of an asynchronous method, with the cancel handlers of its request.
final class ReplyWaiter<Value>: Sendable {
    private struct Shared {
        var continuation: CheckedContinuation<Value, any Error>?
        var isCancelled = false
        /// The cancel handlers of a request without a group.
        var cancelActions: [@Sendable () -> Void] = []
        /// Weak, because only the callbacks may retain the membership: the request is lost when all its callbacks
        /// have been released.
        weak var membership: Membership?
    }

    private let settings: InterceptionSettings
    private let shared = Locked(Shared())

    init(_ settings: InterceptionSettings) {
        self.settings = settings
    }

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        shared.withLock { $0.continuation = continuation }
    }

    /// Resumes the caller, and returns `false` if no caller is waiting.
    ///
    /// The request must leave its group before this call, so that the caller finds the outcome in the group.
    @discardableResult
    func resume(with result: Result<Value, any Error>) -> Bool {
        // Release the cancel handlers after unlocking, because a deinit may run user code.
        let (continuation, actions) = shared.withLock { shared in
            defer { shared.cancelActions = [] }
            return (shared.continuation.take(), shared.cancelActions)
        }
        withExtendedLifetime(actions) {}
        // Safe: the client passes the value to the callback, and does not use the value afterwards.
        nonisolated(unsafe) let result = result
        continuation?.resume(with: result)
        return continuation != nil
    }

    /// Sets the membership; at the deadline of the group, the caller resumes with a timeout.
    func enter(_ membership: Membership) {
        shared.withLock { $0.membership = membership }
        membership.add(.resuming) { [weak self, label = membership.label] cancellation in
            self?.resume(with: .failure(cancellation.rejection(of: label)))
        }
    }

    /// Calls the action once if the awaiting task or the group of the request is cancelled.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let (membership, isCancelled) = shared.withLock { shared in
            let isKept = shared.membership == nil && !shared.isCancelled
            if isKept, shared.continuation != nil { shared.cancelActions.append(action) }
            return (shared.membership, shared.isCancelled)
        }
        if isCancelled {
            // Cancel the membership first, because the action may make the client answer at once.
            membership?.cancel()
            action()
        } else if let membership {
            membership.onCancel(action)
            // The task may have been cancelled before the action was added, so check again.
            if shared.withLock({ $0.isCancelled }) { membership.cancel() }
        }
    }

    func reportLostHandle() {
        shared.withLock { $0.membership }?.reportLostHandle(settings)
    }

    /// Cancels the request when the awaiting task is cancelled.
    ///
    /// The runtime holds a lock of the task during this call, so user code runs on a worker thread.
    func cancel() {
        let (membership, actions) = shared.withLock { shared in
            shared.isCancelled = true
            defer { shared.cancelActions = [] }
            return (shared.membership, shared.cancelActions)
        }
        membership?.cancelWithoutBlocking()
        if actions.isEmpty { return }
        WorkerThreads.userCode.run { for action in actions { action() } }
    }
}

import GroupContext

/// The caller that awaits a reply, resumed once, and how its request is cancelled.
final class ReplyWaiter<Value>: Sendable {
    private struct Shared {
        var continuation: CheckedContinuation<Value, any Error>?
        var isCancelled = false
        /// What cancels a request that is in no group.
        var cancelActions: [@Sendable () -> Void] = []
        /// Weak: only the callbacks keep a request in its group, or a lost one goes unnoticed.
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

    /// Resumes the caller, if it is still waiting, and returns whether it was.
    ///
    /// The request has to have left its group before: what it ended with counts from then on.
    @discardableResult
    func resume(with result: Result<Value, any Error>) -> Bool {
        // The actions are released outside the lock: they may hold the last reference to anything.
        let (continuation, actions) = shared.withLock { shared in
            defer { shared.cancelActions = [] }
            return (shared.continuation.take(), shared.cancelActions)
        }
        withExtendedLifetime(actions) {}
        // Safe: the client has handed the value over, as it does to any callback.
        nonisolated(unsafe) let result = result
        continuation?.resume(with: result)
        return continuation != nil
    }

    /// Lets the group of the request give it up at its deadline.
    func enter(_ membership: Membership) {
        shared.withLock { $0.membership = membership }
        membership.add(.resuming) { [weak self, label = membership.label] cancellation in
            self?.resume(with: .failure(cancellation.refusal(of: label)))
        }
    }

    /// Calls the action once if the awaiting task is cancelled, or the group of the request.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let (membership, isCancelled) = shared.withLock { shared in
            let isKept = shared.membership == nil && !shared.isCancelled
            if isKept, shared.continuation != nil { shared.cancelActions.append(action) }
            return (shared.membership, shared.isCancelled)
        }
        if isCancelled {
            // First of all it is cancelled: the client may answer at once.
            membership?.cancel()
            action()
        } else if let membership {
            membership.onCancel(action)
            // The task may have been cancelled meanwhile, when there was no action to run.
            if shared.withLock({ $0.isCancelled }) { membership.cancel() }
        }
    }

    /// What was to cancel the request is gone.
    func reportLostHandle() {
        shared.withLock { $0.membership }?.reportLostHandle(settings)
    }

    /// Cancels the request, as the awaiting task was cancelled.
    ///
    /// The runtime holds a lock of that task meanwhile: user code runs on a worker thread.
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

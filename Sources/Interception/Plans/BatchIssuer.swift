import GroupContext

/// Issues the requests of a batch in order, at most as many at a time as the limit of the batch allows.
///
/// One thread at a time issues requests, so that the requests enter their group in order. After cancelling, all other
/// requests are issued at once, and rejected.
final class BatchIssuer: Sendable {
    typealias Issue = @Sendable (_ position: Int, BatchIssuer) -> Void

    private struct Shared {
        /// The number of requests that may be outstanding.
        var limit: Int
        var issued = 0
        /// The number of requests that were passed to the client or rejected.
        var sent = 0
        var ended = 0
        var isIssuing = false
        /// A Boolean value that indicates whether no request has been issued on the executor yet.
        var isBeginning = true
        /// The position of the request that is to be issued on the executor.
        var delayed: Int?

        /// Returns the next position, if the limit allows a request and no other thread is issuing requests.
        mutating func takePosition(below count: Int) -> Int? {
            guard !isIssuing, issued < count, issued - ended < limit else { return nil }
            isIssuing = true
            defer { issued += 1 }
            return issued
        }
    }

    private let count: Int
    private let batch: PlanGroup<Void>
    private let run: PlanRun
    private let issue: Issue
    private let shared: Locked<Shared>

    private let executor: StartExecutor
    private let activeCalls: ActiveCalls?

    // Safe: after `init`, only the thread that issues the delayed request accesses the property.
    /// The task-locals of the call site, for the next delayed request.
    private nonisolated(unsafe) var locals: TaskLocalSnapshot?

    init(
        _ count: Int,
        in batch: PlanGroup<Void>,
        of run: PlanRun,
        _ issue: @escaping Issue
    ) {
        (self.count, self.batch, self.run, self.issue) = (count, batch, run, issue)
        executor = StartExecutor(queue: run.settings?.queue, isolation: nil)
        activeCalls = ActiveCalls.capture()
        let limit = batch.group.limiter?.limit ?? count
        shared = Locked(Shared(limit: limit))
        guard limit < count else { return }
        locals = TaskLocalSnapshot()
        batch.onCancel { [self] in issueRest($0) }
    }

    func start() {
        if let position = shared.withLock({ $0.takePosition(below: count) }) { issue(at: position) }
    }

    private func issue(at position: Int) {
        issue(position, self)
        // The closure runs after all steps of this request, so this request is sent before the next request is issued.
        run.next { [self] in
            let (next, isLast) = shared.withLock { shared in
                shared.sent += 1
                // At a deadline, another thread may be issuing the next request, so keep the flag of that thread.
                if shared.issued == position + 1 { shared.isIssuing = false }
                return (shared.takePosition(below: count), shared.sent == count)
            }
            if let next { issue(at: next) } else if isLast { batch.close() }
        }
    }

    func requestEnded() {
        let isNext = shared.withLock { shared in
            shared.ended += 1
            guard let next = shared.takePosition(below: count) else { return false }
            shared.delayed = next
            return true
        }
        // Pass no task-locals, because only the thread that issues the request may access `locals`.
        if isNext { executor.start(with: nil) { self.issueDelayed() } }
    }

    private func issueDelayed() {
        locals.run { [self] in
            let delayed = shared.withLock { shared in
                shared.isBeginning = false
                return shared.delayed.take()
            }
            guard let position = delayed else { return }
            locals = position + 1 == count ? nil : TaskLocalSnapshot()
            ActiveCalls.bind(activeCalls) { resume(at: position) }
        }
    }

    /// Issues the remaining requests of a cancelled group on this thread, because the executor may be blocked.
    private func issueRest(_ cancellation: CancellationReason) {
        let position: Int? = shared.withLock { shared in
            shared.limit = count
            if let delayed = shared.delayed.take() { return delayed }
            // A client may block the thread that is issuing a request, so do not wait for that thread at the deadline.
            if cancellation == .deadline, !shared.isBeginning { shared.isIssuing = false }
            return shared.takePosition(below: count)
        }
        if let position { resume(at: position) }
    }

    private func resume(at position: Int) {
        batch.group.run { run.runNow { issue(at: position) } }
    }
}

import Dispatch
import GroupContext

/// A group of several requests that counts as one request in the enclosing group.
///
/// `finish` is called as soon as the outcome is known and `group` has completed. Either event may come first,
/// because at a deadline the group completes before its requests end.
final class PlanGroup<Outcome: Sendable>: PlanWork {
    let group: RequestGroup

    /// The context of the rest of the plan, if the group has no parent.
    let outermost: PassedAnswer

    /// The membership that keeps the group open between two steps, when the group has no other member.
    private let hold: Membership?

    private struct Shared {
        var outcome: Outcome?
        var hasCompleted = false
        var finish: (@Sendable (Outcome) -> Void)?

        mutating func takeFinish() -> (finish: @Sendable (Outcome) -> Void, outcome: Outcome)? {
            guard hasCompleted, let outcome, let finish = finish.take() else { return nil }
            return (finish, outcome)
        }
    }

    private let shared = Locked(Shared())

    init(
        _ name: String,
        _ options: [RequestGroupOption],
        of sender: any RequestSender,
        isPart: Bool = false
    ) {
        let client = sender as? any RequestIntercepting
        #if DEBUG
        // The group of a batch or a chain hides that its requests have lost their group, so report the group itself.
        if RequestGroup.current == nil { client?.interceptionSettings.reportUngrouped { name } }
        #endif
        outermost = .outermost(RequestGroup.current == nil ? CapturedGroup() : nil)
        group = RequestGroup(
            opening: name,
            options: options,
            asRequest: true,
            isOptional: !isPart && client?.interceptionSettings.isOptional == true,
            of: isPart ? nil : client?.interceptedClient
        )
        hold = group.hold(isHidden: true)
    }

    /// Issues requests in the group; calls `finish` with the outcome when all the requests have left.
    ///
    /// `issue` issues the requests, and calls ``close()`` after all have entered; the last request that ends calls
    /// ``end(_:)`` with the outcome. If the enclosing group is limited, all requests together wait for one permit of
    /// that group.
    func perform(
        _ run: PlanRun,
        _ issue: @escaping @Sendable () -> Void,
        finish: @escaping @Sendable (Outcome) -> Void
    ) {
        shared.withLock { $0.finish = finish }
        group.whenCompleted { [self] in
            shared.withLock { $0.hasCompleted = true }
            group.runUserCode { [self] in finishIfOver() }
        }
        if run.watch(self) { cancel() }
        start(on: run.settings?.queue) { [group] in group.run(issue) }
    }

    func cancel() {
        // Marks the request as cancelled, so that its failure is a consequence, whatever the error.
        group.ownRequest?.cancel()
        group.cancel()
    }

    var byteCount: ByteCount? { nil }

    /// A Boolean value that indicates whether the deadline passed before the outcome was known.
    var isOverdue: Bool { hold?.isOverdue ?? false }

    /// Closes the group after its requests have entered; a group past its deadline completes at once.
    func close() { group.close(bodyThrew: false) }

    /// Calls the closure when the group is cancelled, or at its deadline.
    func onCancel(_ action: @escaping CancelHandler) { hold?.add(.cancellingOperation(action)) }

    func end(_ outcome: Outcome) {
        shared.withLock { $0.outcome = outcome }
        hold?.release()
        // Close the group here, too: at a deadline, a client may still block the thread that issues the requests and
        // would close the group.
        close()
        finishIfOver()
    }

    /// Begins the answer to the request that represents this group in the enclosing group.
    func answer(_ error: (any Error)?) -> PassedAnswer {
        group.ownRequest.map { PassedAnswer(to: $0, error) } ?? outermost
    }

    private func finishIfOver() {
        if let (finish, outcome) = shared.withLock({ $0.takeFinish() }) { finish(outcome) }
    }

    /// Runs `issue` when the enclosing group grants a permit or rejects the request of this group.
    private func start(on queue: DispatchQueue?, _ issue: @escaping @Sendable () -> Void) {
        guard let request = group.ownRequest, let limiter = group.parent?.limiter,
            !group.isSubrequest
        else { return issue() }
        let executor = StartExecutor(queue: queue, isolation: nil)
        Admission(of: request, limiter: limiter).start(at: executor) { reason in
            // After a rejection, `issue` still issues the requests, so that each request is rejected. `issue` runs on a
            // worker thread, because user code in it may block, and this thread has other requests to reject.
            if reason == nil { issue() } else { WorkerThreads.unlimited.run(issue) }
        }
        // The deadline of the plan also ends the wait for the permit.
        guard request.isDelayed else { return }
        hold?.add(.cancellingOperation { [weak request] in request?.rejectDelayed($0) })
    }
}

extension PlanRun {
    /// Opens a group for the steps of a chain, which counts as one request in the enclosing group.
    ///
    /// `start` starts the first step. After the last step, the chain passes its result to the second argument of
    /// `start`. `finish` gets this result once the group has completed.
    func open<Value>(
        _ name: String,
        _ options: [RequestGroupOption],
        finish: @escaping RequestPlan<Value>.Completion,
        _ start: @escaping @Sendable (PlanRun, @escaping RequestPlan<Value>.Completion) -> Void
    ) {
        let planGroup = inChain {
            PlanGroup<Result<Value, any Error>>(name, options, of: sender, isPart: isPart)
        }
        let steps = PlanRun(self, in: planGroup.group)
        planGroup.perform(self) { [self] in
            start(steps) { result in
                // A chain that was reported as timed out must not succeed afterwards.
                let isLate = planGroup.isOverdue && result.reportedFailure == nil
                planGroup.end(isLate ? .failure(RequestTimeoutError(label: name)) : result)
            }
            next { planGroup.close() }
        } finish: { [self] result in
            pass(result, of: planGroup.answer(result.reportedFailure), to: finish)
        }
    }

    func inChain<Result>(_ body: () -> Result) -> Result {
        var result: Result?
        chain?.run { result = body() }
        return result ?? body()
    }
}

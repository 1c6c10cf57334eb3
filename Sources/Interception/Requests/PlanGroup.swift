import Dispatch
import GroupContext

/// A group of several requests that counts as one request in the enclosing group.
///
/// It ends once its outcome is known and all its requests have left. Either may come first: at a deadline the
/// group completes before its requests end.
final class PlanGroup<Outcome: Sendable>: Sendable {
    let group: RequestGroup

    /// Keeps the group open until the outcome is known: between two steps it has no other member.
    private let keep: Membership?

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

    /// Opens the group in the current one.
    init(
        _ name: String,
        _ options: [RequestGroupOption],
        of sender: ObjectIdentifier?,
        isOptional: Bool = false
    ) {
        group = RequestGroup(
            opening: name,
            options: options,
            asRequest: true,
            isOptional: isOptional,
            of: sender
        )
        keep = group.keepOpen()
    }

    /// Issues requests in the group; calls `finish` with their outcome when all of them have left.
    ///
    /// `issue` issues the requests, which report the outcome with ``end(_:)``. If the enclosing group is
    /// limited, they wait there for one permit together.
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
        if run.watch(cancel: { [group] in group.cancel() }) { group.cancel() }
        let sender = run.sender as? any RequestIntercepting
        start(on: sender?.interceptionSettings.queue) { [group] in
            group.run(issue)
            // Closed in the next step, after the requests have entered: a group that is past its deadline completes
            // at once.
            run.next { group.close(bodyThrew: false) }
        }
    }

    func end(_ outcome: Outcome) {
        shared.withLock { $0.outcome = outcome }
        keep?.release()
        finishIfOver()
    }

    /// Begins the answer of this group, which is one request of the enclosing group.
    func answer(_ error: (any Error)?) -> PassedAnswer {
        group.request.map { PassedAnswer(to: $0, error) } ?? .outermost
    }

    private func finishIfOver() {
        guard let (finish, outcome) = shared.withLock({ $0.takeFinish() }) else { return }
        finish(outcome)
    }

    /// Runs the closure once the enclosing group grants a permit; at once if that is cancelled, to reject each
    /// request.
    private func start(on queue: DispatchQueue?, _ begin: @escaping @Sendable () -> Void) {
        guard let request = group.request, let limiter = group.parent?.limiter, !group.isPart else {
            return begin()
        }
        let deferred = DeferredStart(
            Admission(of: request, limiter: limiter),
            place: StartingPlace(queue: queue, isolation: nil),
            start: begin,
            // Run on a worker thread: `begin` runs user code, which may block and delay other rejections.
            refuse: { _ in WorkerThreads.ends.run(begin) }
        )
        // The user may cancel the plan while it waits for the permit.
        keep?.add(.cancellingBeforeStart) { [weak deferred] in deferred?.refuse($0) }
        deferred.run()
    }
}

extension PlanRun {
    /// Performs the steps of a chain in a group of its own.
    ///
    /// `begin` performs the first step. It receives a closure to call with the result of the chain, which
    /// `finish` gets.
    func open<Value>(
        _ name: String,
        _ options: [RequestGroupOption],
        finish: @escaping RequestPlan<Value>.Completion,
        _ begin: @escaping @Sendable (PlanRun, @escaping RequestPlan<Value>.Completion) -> Void
    ) {
        let requests = inChain {
            PlanGroup<Result<Value, any Error>>(
                name,
                options,
                of: senderID,
                isOptional: (sender as? any RequestIntercepting)?.interceptionSettings.marks
                    .isOptional ?? false
            )
        }
        let steps = chain(in: requests.group)
        requests.perform(self) {
            begin(steps) { requests.end($0) }
        } finish: { [self] result in
            pass(result, of: requests.answer(result.reportedFailure), to: finish)
        }
    }

    /// Runs the closure in the group of the enclosing chain, if there is one.
    func inChain<Result>(_ body: () -> Result) -> Result {
        if let chain { chain.run(body) } else { body() }
    }
}

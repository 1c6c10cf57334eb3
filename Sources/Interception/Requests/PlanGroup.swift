import Dispatch
import GroupContext

/// A group of several requests that counts as one request in the group around it.
///
/// It ends when its outcome is known and all that was issued in it has left, whichever comes last:
/// at a deadline the group completes first, and then each request is told.
final class PlanGroup<Outcome: Sendable>: Sendable {
    let group: RequestGroup

    /// Keeps the group open until the outcome is known: between two steps nobody may be in it.
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

    /// Issues requests in the group, and tells what came of them when all have left it.
    ///
    /// If the group around this one is limited, they wait there for one slot, as a request would.
    ///
    /// - Parameters:
    ///   - run: the plan of which this is all, or a step.
    ///   - issue: issues requests, and says with ``end(_:)`` what comes of them.
    ///   - finish: gets the outcome.
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
            // After the requests have entered, which may be steps: a group whose deadline has passed completes at once.
            run.next { group.close(bodyThrew: false) }
        }
    }

    /// The outcome is known.
    func end(_ outcome: Outcome) {
        shared.withLock { $0.outcome = outcome }
        keep?.release()
        finishIfOver()
    }

    /// The group as a request that has got its answer.
    func answer(_ error: (any Error)?) -> PassedAnswer {
        group.request.map { PassedAnswer(to: $0, error) } ?? .outermost
    }

    private func finishIfOver() {
        guard let (finish, outcome) = shared.withLock({ $0.takeFinish() }) else { return }
        finish(outcome)
    }

    /// Starts as soon as the group around has a slot; a cancelled group needs none, as its requests are
    /// refused one by one, each as any other.
    private func start(on queue: DispatchQueue?, _ begin: @escaping @Sendable () -> Void) {
        guard let request = group.request, let limiter = group.parent?.limiter, !group.isPart else {
            return begin()
        }
        let deferred = DeferredStart(
            Admission(of: request, limiter: limiter),
            place: StartingPlace(queue: queue, isolation: nil),
            start: begin,
            // It runs user code, which may block, so that other rejections must not wait for it.
            refuse: { _ in WorkerThreads.ends.run(begin) }
        )
        // Its user may cancel it while it waits.
        keep?.add(.cancellingBeforeStart) { [weak deferred] in deferred?.refuse($0) }
        deferred.run()
    }
}

extension PlanRun {
    /// Takes the steps of a chain, in a group of its own.
    ///
    /// - Parameters:
    ///   - name: what the group is called.
    ///   - options: how it behaves.
    ///   - finish: gets what the chain ends with.
    ///   - begin: takes the first step, and says with the closure that it is handed what comes of all.
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

    /// Runs the closure in the group of the chain of which this is a part.
    func inChain<Result>(_ body: () -> Result) -> Result {
        if let chain { chain.run(body) } else { body() }
    }
}

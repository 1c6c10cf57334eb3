import Dispatch
import GroupContext

/// The state of a plan while a sender performs it.
final class PlanRun: Sendable {
    let sender: any RequestSender

    /// The group of the enclosing chain, or `nil` if the plan is no step of a chain.
    let chain: RequestGroup?

    private struct Shared {
        var isCancelled = false
        /// Cancels the request or the group that is running.
        var cancelAction: (@Sendable () -> Void)?
        var byteCount: (@Sendable () -> ByteCount?)?
        /// The latest answer; its request stays in its group until the plan ends.
        var answer = PassedAnswer.ungrouped
    }

    private let loop: StepLoop
    /// The propagated task-locals, captured when the plan was performed.
    private let carried: CapturedTaskLocals?
    private let shared: Locked<Shared>

    init(_ sender: any RequestSender) {
        self.sender = sender
        chain = nil
        loop = StepLoop()
        carried = sender.carriedHere
        shared = Locked(Shared())
    }

    private init(_ run: PlanRun, in group: RequestGroup, isChain: Bool) {
        sender = run.sender
        chain = isChain ? group : nil
        loop = run.loop
        carried = run.carried
        shared = Locked(Shared(answer: .awaited(in: group)))
    }

    /// Returns the run for the steps of a chain, in the chain's group.
    func chain(in group: RequestGroup) -> PlanRun { PlanRun(self, in: group, isChain: true) }

    /// Returns the run for a plan in a batch, in the batch's group.
    func part(in group: RequestGroup) -> PlanRun { PlanRun(self, in: group, isChain: false) }

    /// Returns a completion for an inner plan, which the step loop keeps until its call; see `StepLoop`.
    func resuming<Value>(
        _ completion: @escaping RequestPlan<Value>.Completion
    ) -> RequestPlan<Value>.Completion {
        loop.resuming(completion)
    }

    /// Runs a step, after the step that is running on this thread if there is one.
    func next(_ step: @escaping StepLoop.Step) {
        guard loop.isRunning else { return loop.run { carried.run(step) } }
        // The running step may belong to another part of the plan, so this step restores its own context.
        let answer = shared.withLock { $0.answer }
        loop.add { [carried] in carried.run { answer.run(step) } }
    }

    /// The identity of the sender, if it intercepts.
    var senderID: ObjectIdentifier? { sender.senderID }

    /// The handle with which the user cancels the plan.
    var sent: SentRequest {
        let byteCount = { @Sendable [self] in self.byteCount }
        return SentRequest(byteCount: byteCount) { [self] in
            cancel()
            return true
        }
    }

    /// The progress of the body, if the plan is a single request.
    var byteCount: ByteCount? { shared.withLock { $0.byteCount }?() }
}

extension RequestSender {
    /// The task-locals that the sender propagates, captured now; `nil` if it propagates none.
    var carriedHere: CapturedTaskLocals? {
        (self as? any RequestIntercepting)?.interceptionSettings.carried?.captured()
    }
}

// MARK: - Performing

extension PlanRun {
    /// Performs the plan in the current group.
    ///
    /// `completion` is called on the queue, or else on the client's callback thread, before the plan leaves its
    /// group; `left` is called afterwards.
    func perform<Value>(
        _ plan: RequestPlan<Value>,
        on queue: DispatchQueue? = nil,
        completion: @escaping RequestPlan<Value>.Completion,
        left: @escaping RequestPlan<Value>.Completion = { _ in }
    ) {
        next { [self] in
            plan.start(self) { [self] result in
                next { [self] in
                    let end = { @Sendable [self] in
                        let answer = shared.withLock { $0.answer }
                        carried.run { answer.run { completion(result) } }
                        answer.end(result.reportedFailure)
                        left(result)
                    }
                    if let queue { queue.async(execute: end) } else { end() }
                }
            }
        }
    }

    /// Passes the result of an answered request to the rest of the plan, and then lets the request leave its
    /// group.
    func pass<Value>(
        _ result: Result<Value, any Error>,
        of answer: PassedAnswer,
        to finish: RequestPlan<Value>.Completion
    ) {
        let obsolete = shared.withLock { shared in
            defer { shared.answer = answer }
            return shared.answer
        }
        // Released after unlocking, because a deinit may run user code.
        withExtendedLifetime(obsolete) {}
        guard chain != nil else { return carried.run { answer.run { finish(result) } } }
        // Run without a context, because `next(_:)` runs the next step of a chain in the context of the answer.
        let failure = result.reportedFailure
        let leave = { @Sendable in answer.end(failure) }
        if loop.isRunning {
            finish(result)
            leave()
        } else {
            // Leaving may complete the enclosing groups one after the other, so this is a separate step and does not
            // nest.
            loop.run {
                finish(result)
                loop.add(leave)
            }
        }
    }
}

/// The state of a plan's latest answer, and the request that leaves its group after it.
enum PassedAnswer: Sendable {
    /// No request has been answered yet in the group of the plan.
    case awaited(in: RequestGroup)
    /// The request was issued in no group; the result is passed on in the context of the client's callback.
    case ungrouped
    /// The requests had a group without a parent; their result is passed on outside any group.
    case outermost
    case answered(Membership, isFirst: Bool)
    /// The client released the callbacks of the request without calling them.
    case lost(Membership)

    init(to membership: Membership, _ error: (any Error)?) {
        self = .answered(membership, isFirst: membership.beginAnswer(error))
    }

    /// Runs the closure in the context of the request.
    func run(_ body: () -> Void) {
        switch self {
        case .awaited(let group): group.run(body)
        case .ungrouped: body()
        case .outermost: withoutRequestGroup(body)
        case .answered(let membership, _), .lost(let membership): membership.run(body)
        }
    }

    /// Ends the request with an error, or successfully.
    func end(_ error: (any Error)?) {
        switch self {
        case .awaited, .ungrouped, .outermost: break
        case .answered(let membership, let isFirst):
            membership.endAnswer(isFirst: isFirst, error)
        case .lost(let membership): membership.release()
        }
    }
}

// MARK: - Cancelling

extension PlanRun {
    /// Cancels the running requests, and starts no further ones.
    func cancel() {
        takeCancelling()?()
    }

    /// Cancels the plan on a worker thread: the runtime locks the cancelled task, so user code must not run
    /// here.
    func cancelWithoutBlocking() {
        if let action = takeCancelling() { WorkerThreads.userCode.run(action) }
    }

    private func takeCancelling() -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            shared.isCancelled = true
            return shared.cancelAction
        }
    }

    /// Sets the action that cancels the running request, and returns `true` if the plan is already cancelled.
    ///
    /// The action must not retain a callback.
    func watch(
        cancel: @escaping @Sendable () -> Void,
        byteCount: (@Sendable () -> ByteCount?)? = nil
    ) -> Bool {
        let (isCancelled, obsolete) = shared.withLock { shared in
            let obsolete = shared.cancelAction
            shared.cancelAction = cancel
            shared.byteCount = byteCount
            return (shared.isCancelled, obsolete)
        }
        // Released after unlocking, because a deinit may run user code.
        withExtendedLifetime(obsolete) {}
        return isCancelled
    }
}

extension RequestSender {
    /// The identity of the client, if the sender intercepts.
    var senderID: ObjectIdentifier? { (self as? any RequestIntercepting)?.interceptedClient }
}

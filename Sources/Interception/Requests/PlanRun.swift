import Dispatch
import GroupContext

/// A plan that is being performed: whom it goes through, what cancels it, and how it leaves its group.
final class PlanRun: Sendable {
    let sender: any RequestSender

    /// The group of the chain of which this is a part; `nil` for a plan that is performed by itself.
    let chain: RequestGroup?

    private struct Shared {
        var isCancelled = false
        /// Cancels what is under way.
        var cancelAction: (@Sendable () -> Void)?
        var byteCount: (@Sendable () -> ByteCount?)?
        /// The answer that is being passed on: the request of a plan leaves at the end of the plan.
        var answer = PassedAnswer.ungrouped
    }

    private let loop: StepLoop
    /// What goes along with the plan of the app.
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

    /// The run of the steps of a chain, in the group of the chain.
    func chain(in group: RequestGroup) -> PlanRun { PlanRun(self, in: group, isChain: true) }

    /// The run of a plan of a batch, in the group of the batch.
    func part(in group: RequestGroup) -> PlanRun { PlanRun(self, in: group, isChain: false) }

    /// The completion of a part of the plan, which is kept until it has been called; see `StepLoop`.
    func resuming<Value>(
        _ completion: @escaping RequestPlan<Value>.Completion
    ) -> RequestPlan<Value>.Completion {
        loop.resuming(completion)
    }

    /// Takes a step, after the one that is running on this thread if there is one.
    func next(_ step: @escaping StepLoop.Step) {
        guard loop.isRunning else { return loop.run { carried.run(step) } }
        // The running step may be one of another part, in another context.
        let answer = shared.withLock { $0.answer }
        loop.add { [carried] in carried.run { answer.run(step) } }
    }

    /// What tells the sender from others, if it intercepts.
    var senderID: ObjectIdentifier? { sender.senderID }

    /// What its user cancels it with.
    var sent: SentRequest {
        let byteCount = { @Sendable [self] in self.byteCount }
        return SentRequest(byteCount: byteCount) { [self] in
            cancel()
            return true
        }
    }

    /// How much of its body has come, if it is a single request.
    var byteCount: ByteCount? { shared.withLock { $0.byteCount }?() }
}

extension RequestSender {
    /// What goes along of the app with what is issued through it here and now.
    var carriedHere: CapturedTaskLocals? {
        (self as? any RequestIntercepting)?.interceptionSettings.carried?.captured()
    }
}

// MARK: - From beginning to end

extension PlanRun {
    /// Performs the plan in the current group.
    ///
    /// - Parameters:
    ///   - plan: what to perform, once.
    ///   - queue: where the completion is called; `nil` for where the client calls back.
    ///   - completion: gets the result, in the group, before the plan leaves it.
    ///   - left: gets the result when the plan has left its group.
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

    /// Passes the answer of a request on, which stays in its group meanwhile.
    ///
    /// The request leaves at the end of the plan, or after the next steps if the plan is a chain with a group of its own.
    func pass<Value>(
        _ result: Result<Value, any Error>,
        of answer: PassedAnswer,
        to finish: RequestPlan<Value>.Completion
    ) {
        let obsolete = shared.withLock { shared in
            defer { shared.answer = answer }
            return shared.answer
        }
        // Released after unlocking: it may hold the last reference to anything.
        withExtendedLifetime(obsolete) {}
        guard chain != nil else { return carried.run { answer.run { finish(result) } } }
        // The next step of a chain runs in the context of the answer in any case.
        let failure = result.reportedFailure
        let leave = { @Sendable in answer.end(failure) }
        if loop.isRunning {
            finish(result)
            leave()
        } else {
            // A step of its own: with the last request of a group the groups around may end, one after the other.
            loop.run {
                finish(result)
                loop.add(leave)
            }
        }
    }
}

/// An answer that is being passed on, and the request that leaves its group after that.
enum PassedAnswer: Sendable {
    /// No request has been answered yet in the group of the plan.
    case awaited(in: RequestGroup)
    /// Of a request in no group: it is passed on where the client calls back.
    case ungrouped
    /// Of several requests whose own group has no parent: it is passed on outside any group.
    case outermost
    case answered(Membership, isFirst: Bool)
    /// No answer can come to the request any more.
    case lost(Membership)

    /// An answer has come to the request.
    init(to membership: Membership, _ error: (any Error)?) {
        self = .answered(membership, isFirst: membership.beginAnswer(error))
    }

    /// Runs what belongs to the request.
    func run(_ body: () -> Void) {
        switch self {
        case .awaited(let group): group.run(body)
        case .ungrouped: body()
        case .outermost: withoutRequestGroup(body)
        case .answered(let membership, _), .lost(let membership): membership.run(body)
        }
    }

    /// The request leaves with the error, or with success.
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
    /// Cancels what is under way, and keeps the rest from starting.
    func cancel() {
        takeCancelling()?()
    }

    /// Cancels the plan, as the awaiting task was cancelled: the runtime holds a lock of that task meanwhile, so
    /// user code runs on a worker thread.
    func cancelWithoutBlocking() {
        if let action = takeCancelling() { WorkerThreads.userCode.run(action) }
    }

    private func takeCancelling() -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            shared.isCancelled = true
            return shared.cancelAction
        }
    }

    /// Something is under way that the action cancels, which must not keep a callback.
    ///
    /// - Returns: whether the plan was cancelled before.
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
        // Released outside the lock: it may hold the last reference to anything.
        withExtendedLifetime(obsolete) {}
        return isCancelled
    }
}

extension RequestSender {
    /// What tells the sender from others, if it intercepts.
    var senderID: ObjectIdentifier? { (self as? any RequestIntercepting)?.interceptedClient }
}

import Dispatch
import GroupContext

/// The state of a plan while a sender performs the plan.
final class PlanRun: Sendable {
    let sender: any RequestSender
    /// The identity and the settings of the client, if the sender intercepts.
    let senderID: ObjectIdentifier?
    let settings: InterceptionSettings?

    /// The group of the chain whose steps this run performs; otherwise `nil`.
    let chain: RequestGroup?

    /// A Boolean value that indicates whether a batch issued this plan on the main thread; `nil` for other plans.
    let isOnMain: Bool?

    /// A Boolean value that indicates whether the plan is a part of a batch or a chain.
    var isPart: Bool { chain != nil || isOnMain != nil }

    private struct Shared {
        var isCancelled = false
        weak var work: (any PlanWork)?
        /// The latest answer; its request stays in the group until the rest of the plan has received the answer.
        var answer = PassedAnswer.ungrouped
    }

    /// The number of bytes that the ended requests of the plan have received; all runs of the plan share the number.
    let endedBytes: Locked<Int64>

    let loop: StepLoop
    private let propagated: PropagatedValues?
    private let scope: [RequestStubs]
    private let shared: Locked<Shared>

    init(_ sender: any RequestSender) {
        self.sender = sender
        let client = sender as? any RequestIntercepting
        (senderID, settings) = (client?.interceptedClient, client?.interceptionSettings)
        (chain, isOnMain) = (nil, nil)
        (loop, endedBytes) = (StepLoop(), Locked(0))
        (propagated, scope) = (settings?.propagated?.captured(), RequestStubs.scope)
        shared = Locked(Shared())
    }

    /// Creates the run of a chain; or, if `isOnMain` is not `nil`, of a batch or one of its requests.
    init(_ run: PlanRun, in group: RequestGroup, isOnMain: Bool? = nil) {
        (sender, senderID, settings) = (run.sender, run.senderID, run.settings)
        (chain, self.isOnMain) = (isOnMain == nil ? group : nil, isOnMain)
        (loop, endedBytes) = (run.loop, run.endedBytes)
        (propagated, scope) = (run.propagated, run.scope)
        shared = Locked(Shared(answer: .awaited(in: group)))
    }

    /// Runs a step at once, or after the step that is running on this thread.
    func next(_ step: @escaping @Sendable () -> Void) {
        guard loop.isRunning else { return runNow(step) }
        // The running step may belong to another part of the plan, so this step restores its own context.
        let answer = shared.withLock { $0.answer }
        loop.add { [self] in restore(answer, step) }
    }

    /// Runs a step now, even during another step, and then all steps that the step adds.
    func runNow(_ step: () -> Void) { loop.run { propagated.run(step) } }

    private func restore(_ answer: PassedAnswer, _ body: () -> Void) {
        RequestStubs.bind(scope) { propagated.run { answer.run(body) } }
    }

    /// Throws an error if the group of the chain has completed, because its deadline has passed.
    ///
    /// A further request would otherwise join the enclosing group.
    func checkDeadline() throws {
        if let chain, chain.nearestOpen !== chain { throw RequestTimeoutError(label: chain.name) }
    }

    /// The received and the expected bytes of the body, if the plan is a single request.
    var byteCount: ByteCount? { shared.withLock { $0.work }?.byteCount }
}

// MARK: - Performing

extension PlanRun {
    /// Performs the plan in the current group.
    ///
    /// `completion` is called before the plan leaves its group, on the queue or, without a queue, on the client's
    /// callback thread. `left` is called afterwards.
    func perform<Value>(
        _ plan: RequestPlan<Value>,
        on queue: DispatchQueue? = nil,
        completion: @escaping RequestPlan<Value>.Completion = { _ in },
        left: @escaping RequestPlan<Value>.Completion = { _ in }
    ) {
        // A plan in a batch needs no reservation, because the batch has one for all its requests.
        let reservation = isOnMain == nil ? sender.reservation : nil
        next { [self] in
            plan.start(self) { [self] result in
                next { [self] in
                    let end = { @Sendable [self] in
                        leave(result.reportedFailure) { completion(result) }
                        left(result)
                        withExtendedLifetime(reservation) {}
                    }
                    if let queue { queue.async(execute: end) } else { end() }
                }
            }
        }
    }

    /// Returns the result with which `perform` calls the completion; cancelling the awaiting task cancels the plan.
    func result<Value: Sendable>(
        _ perform: (@escaping RequestPlan<Value>.Completion) -> Void
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform { continuation.resume(with: $0) }
            }
        } onCancel: {
            cancelWithoutBlocking()
        }
    }

    /// Calls the completion of the plan in the context of the latest answer; the plan then leaves its group.
    func leave(_ failure: (any Error)?, after completion: (() -> Void)? = nil) {
        // The caller may keep the handle of the plan, so release the membership, which retains its group.
        let answer = shared.withLock { exchange(&$0.answer, with: .ungrouped) }
        if let completion { restore(answer, completion) }
        answer.end(failure)
    }

    /// Passes the result of an answered or lost request to the rest of the plan; the request then leaves its group.
    func pass<Value>(
        _ result: Result<Value, any Error>,
        of answer: PassedAnswer,
        to finish: RequestPlan<Value>.Completion
    ) {
        // Release the old value after unlocking, because a deinit may run user code.
        _ = shared.withLock { exchange(&$0.answer, with: answer) }
        guard chain != nil else { return restore(answer) { finish(result) } }
        // `finish` runs without a context, because `next(_:)` runs the next step in the context of the answer.
        let failure = result.reportedFailure
        let leave = { @Sendable in answer.end(failure) }
        if loop.isRunning {
            finish(result)
            leave()
        } else {
            // Leaving may complete the enclosing groups; a separate step prevents these completions from nesting.
            loop.run {
                finish(result)
                loop.add(leave)
            }
        }
    }
}

/// The latest answer of a plan; its request leaves the group after the rest of the plan has received the answer.
enum PassedAnswer: Sendable {
    /// This run has received no answer yet; its next step runs in the group.
    case awaited(in: RequestGroup)
    /// The request was issued outside any group; the rest of the plan runs in the context of the client's callback.
    case ungrouped
    /// The answer is that of a batch or a chain without a parent; the rest of the plan runs outside any group.
    ///
    /// The capture is `nil` if the batch or chain was issued in a group, but is detached, or if that group had
    /// completed. The rest of the plan then runs as in `withoutRequestGroup`.
    case outermost(CapturedGroup?)
    case answered(Membership, isFirst: Bool, ContextSnapshot?)
    /// The client released the callbacks of the request without calling any.
    case lost(Membership, ContextSnapshot?)

    init(to membership: Membership, _ error: (any Error)?) {
        let context = Self.context(of: membership)
        self = .answered(membership, isFirst: membership.beginAnswer(error), context)
    }

    init(lost membership: Membership) { self = .lost(membership, Self.context(of: membership)) }

    /// Returns the context of the request; `nil` for an empty context.
    ///
    /// The context is captured early: the request may leave, and release its active calls, before the next step.
    private static func context(of membership: Membership) -> ContextSnapshot? {
        ContextSnapshot.isEmpty(membership) ? nil : ContextSnapshot(membership)
    }

    func run(_ body: () -> Void) {
        switch self {
        case .awaited(let group): group.run(body)
        case .ungrouped: body()
        case .outermost(let outside?): outside.run(body)
        case .outermost(nil): withoutRequestGroup(body)
        case .answered(_, _, let context?), .lost(_, let context?): context.run(body)
        case .answered(let membership, _, nil), .lost(let membership, nil):
            membership.runInContext(body)
        }
    }

    func end(_ error: (any Error)?) {
        switch self {
        case .awaited, .ungrouped, .outermost: break
        case .answered(let membership, let isFirst, _):
            membership.endAnswer(isFirst: isFirst, error)
        case .lost(let membership, _): membership.release()
        }
    }
}

// MARK: - Cancelling

extension PlanRun {
    /// Cancels the running requests, and prevents the start of further requests.
    func cancel() {
        let work = shared.withLock { shared in
            shared.isCancelled = true
            return shared.work
        }
        work?.cancel()
    }

    /// Cancels the plan on a worker thread, because the runtime locks the task that is being cancelled.
    ///
    /// The worker thread also reads the weak reference to the request: this thread could otherwise release the last
    /// reference, and the deinit of a lost request runs user code.
    func cancelWithoutBlocking() {
        shared.withLock { $0.isCancelled = true }
        WorkerThreads.limited.run(cancel)
    }

    /// Sets the running request or group, and returns `true` if the plan is already cancelled.
    func watch(_ work: any PlanWork) -> Bool {
        shared.withLock { shared in
            shared.work = work
            return shared.isCancelled
        }
    }
}

/// The request or the group that a plan is performing.
protocol PlanWork: AnyObject, Sendable {
    func cancel()

    var byteCount: ByteCount? { get }
}

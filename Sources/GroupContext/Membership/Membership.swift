/// The membership of one request in its group, which the request leaves exactly once.
///
/// Wrappers of the Interception module enter and leave by themselves. For a client that fits no wrapper, call
/// the methods by hand, on any thread:
///
/// ```swift
/// let membership = RequestGroup.current?.enter("GET /feed")
/// client.get("/feed") { answer in
///     show(answer)
///     membership?.leave()
/// }
/// ```
///
/// A request that is issued inside ``run(_:)`` joins the group too.
///
/// If a membership is released without having left, its request fails with a ``LostCallbackError``: a group
/// never waits for an answer that can no longer come.
public class Membership: @unchecked Sendable {
    // Unchecked, because it has subclasses; each says why it is safe.

    /// The label of the request.
    package var label: String { givenLabel }

    private let givenLabel: String

    /// The group that the request has joined.
    package final let group: RequestGroup

    // Safe: accessed under the lock of the group, except for two properties that say who accesses them. Checking
    // exclusivity would cost more than the lock.
    @exclusivity(unchecked) final nonisolated(unsafe) var member: Member

    @usableFromInline
    package init(_ label: String, group: RequestGroup, isOptional: Bool) {
        givenLabel = label
        self.group = group
        member = Member(.request, isOptional: isOptional)
    }

    convenience init(_ label: String, group: RequestGroup, kind: Member.Kind, isOptional: Bool) {
        self.init(label, group: group, isOptional: isOptional)
        member = Member(kind, isOptional: isOptional)
    }

    deinit {
        if !member.hasLeft { release() }
    }

    /// The metadata of the request; `nil` for most requests.
    var issue: RequestIssue? { nil }

    /// Takes the cancel handler that exists before the request enters; called under the lock of the group.
    func takeCancelAction(in group: RequestGroup) -> CancelAction? { nil }

    /// Leaves the group.
    ///
    /// Only the first call counts, and only before the deadline of the group. A second call has no effect,
    /// but the observers are notified of a duplicate callback.
    ///
    /// - Parameter error: the error of a request that failed; `nil` if it succeeded.
    public final func leave(throwing error: (any Error)? = nil) {
        settle(error)
    }

    /// Calls the action once when the group cancels the request, or at once if it already has.
    ///
    /// The action runs outside any lock, on the thread that cancels. After a deadline, or if the awaiting
    /// task is cancelled, all actions of the group run one after the other on another thread. The action must
    /// not retain the callbacks of the request, or a lost callback goes unnoticed: capture a handle weakly.
    public final func onCancel(_ action: @escaping @Sendable () -> Void) {
        add(.cancelling) { _ in action() }
    }

    /// Runs the closure with the group of this request as the current one, so that requests issued in it join
    /// the group.
    public final func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try IssuingContext(self).run { () throws(Failure) in try group.run(body) }
    }
}

// MARK: - What wrappers need

extension Membership {
    /// Ends the membership without an answer: a request that has not left is lost, and a hold just ends.
    package func release() {
        group.update { state, effects in
            state.release(self, effects: &effects)
        }
    }

    /// A Boolean value that indicates whether the deadline of the group passed before an answer came.
    package var isOverdue: Bool { group.shared.withLock { _ in member.stay == .overdue } }

    /// A Boolean value that indicates whether this is a request, not a hold.
    var isRequest: Bool { group.shared.withLock { _ in member.kind == .request } }

    /// Answers the request, and returns `false` if the request had timed out before.
    @discardableResult
    package func settle(_ error: (any Error)?) -> Bool {
        let (leaves, isOverdue) = group.update { state, effects in
            let isOverdue = member.stay == .overdue
            return (state.settle(self, error, effects: &effects), isOverdue)
        }
        if leaves { member.hasLeft = true }
        return !isOverdue
    }

    /// Makes ``finish(_:)`` end the request, instead of its first answer.
    package func leaveOnFinish() {
        group.update { _, _ in member.finish = .awaited }
    }

    /// Runs a callback with an answer in the group; the request leaves when all its running callbacks have
    /// returned.
    ///
    /// The callback that begins first counts, whichever returns first.
    @usableFromInline
    package final func answer(_ error: (any Error)?, _ callback: () -> Void) {
        let group = group
        let (isFirst, isBodyRunning, isHanded) = group.shared.withLock {
            ($0.state.begin(self, error), $0.state.phase.isBodyRunning, $0.state.isHanded(self))
        }
        if group.isObserved || isHanded || !HandedStack.isEmptyHere(group.stackKey) {
            runRestored(callback)
        } else {
            group.runCallback(mayBeCurrent: isBodyRunning, callback)
        }
        let leaves =
            group.shared.withLock { $0.state.endPlainly(self, isFirst: isFirst, error) }
            || group.update { state, effects in
                state.end(self, isFirst: isFirst, effects: &effects)
            }
        if leaves { member.hasLeft = true }
        #if DEBUG
        if !isFirst, isRequest { report(.secondAnswer(label: label)) }
        #endif
    }

    package func finish(_ callback: () -> Void) {
        group.update { state, _ in state.beginFinish(self) }
        run(callback)
        let leaves = group.update { state, effects in
            state.endFinish(self, effects: &effects)
        }
        if leaves { member.hasLeft = true }
    }

    /// Adds a closure to run for the request, and runs it at once if its occasion has passed.
    package func add(
        _ occasion: MemberAction.Occasion,
        _ action: @escaping CancelAction
    ) {
        let cancellation = group.update { state, _ in
            state.add(MemberAction(occasion: occasion, run: action), to: self)
        }
        if let cancellation { action(cancellation) }
    }

    /// Prepares the start of the request, and returns the reason if it must not start.
    package func start() -> GroupCancellation? {
        let (cancellation, obsolete) = group.update { state, _ in state.start(self) }
        withExtendedLifetime(obsolete) {}
        return cancellation
    }

    package func wait() {
        guard group.isObserved else { return }
        group.update { state, _ in state.wait(self) }
    }

    /// Reports that the request starts, if it had to wait.
    package func willStart() {
        guard group.isObserved else { return }
        group.update { state, _ in state.willStart(self) }
    }

    /// Runs a callback as ``run(_:)`` does; not inlined, because few requests need it.
    @inline(never)
    private func runRestored(_ callback: () -> Void) {
        run(callback)
    }

    /// Records the issuer, and the time for stall reports, before the request enters.
    @inline(never)
    func noteOrigin() {
        if let issuer = IssuingContext.request(for: group) {
            member.addingDetails().issuer = issuer
        }
        if let watch = group.configuration.stallWatch {
            member.addingDetails().entered = watch.age()
        }
    }

    /// The request as the issuer of requests in its callbacks.
    var asIssuer: IssuingRequest {
        IssuingRequest(self, index: group.shared.withLock { _ in member.index })
    }

    package func cancel() {
        group.update { state, effects in state.cancelAlone(self, effects: &effects) }
    }

    /// Cancels this request alone, and runs its cancel handlers on a worker thread.
    package func cancelWithoutBlocking() {
        group.updateWithoutBlocking { state, effects in state.cancelAlone(self, effects: &effects) }
    }

    /// Notes that the handle of the request was released, and returns whether the request has no answer yet.
    package func noteLostHandle() -> Bool {
        group.update { state, _ in state.noteLostHandle(of: self) }
    }

    /// Attaches the nested group that this member stands for, so that cancelling reaches it.
    func nest(_ nested: RequestGroup) {
        let cancellation = group.update { state, _ in state.nest(nested, in: self) }
        if let cancellation { nested.cancel(cancellation) }
    }

    /// Takes a permit for a request that cannot wait, and reports it if none was free.
    package func takePermitAtOnce(of limiter: RequestLimiter) {
        let (permit, exceedsLimit) = limiter.acquireAtOnce()
        // A request that has left already, or a subrequest, does not count.
        guard attach(permit), exceedsLimit, isRequest else { return }
        group.update { state, _ in state.note(.exceededLimit, self) }
        #if DEBUG
        let isOfGroup = limiter === group.limiter
        DebugConsole.report(
            .exceededLimit(limiter.limit, label: label),
            groupName: isOfGroup ? group.name : nil
        )
        #endif
    }

    /// Attaches a permit, which is returned when the request leaves, and returns whether it has not left yet.
    @discardableResult
    package func attach(_ permit: LimiterPermit) -> Bool {
        let hasLeft = group.update { state, _ in state.attach(permit, to: self) }
        if hasLeft { permit.end() }
        return !hasLeft
    }
}

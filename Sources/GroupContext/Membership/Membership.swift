// Membership: the stay of a request in its group.

/// The stay of one request in its group, which it leaves exactly once.
///
/// Wrappers of the Interception module enter and leave by themselves. For a client that fits no
/// wrapper, do it by hand:
///
/// ```swift
/// let membership = RequestGroup.current?.enter("GET /feed")
/// client.get("/feed") { answer in
///     show(answer)
///     membership?.leave()
/// }
/// ```
///
/// What is issued inside ``run(_:)`` joins the group too.
///
/// A membership that is released without having left leaves as failed, with a
/// ``LostCallbackError``: a group never waits for an answer that can no longer come.
public class Membership: @unchecked Sendable {
    // Unchecked because it has subclasses; each says what makes it safe.

    /// What the request is called.
    public var label: String { givenLabel }

    private let givenLabel: String

    /// The group the request is in.
    public final let group: RequestGroup

    // Safe: only the state of the group touches it, under the lock of the group, but for the two properties that say
    // who may; so the compiler need not check its accesses against each other, which would cost more than the lock.
    @exclusivity(unchecked) final nonisolated(unsafe) var member: Member

    /// Makes the membership of a request.
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

    /// What is known of the request from where it was issued; `nil` for most.
    var issue: RequestIssue? { nil }

    /// Takes what cancels the request, if that was known before it entered, under the lock of the group.
    func takeCancelAction(in group: RequestGroup) -> CancelAction? { nil }

    /// Leaves the group: the request succeeded.
    ///
    /// Only the first leaving counts; a further one is told to the observers of the group and
    /// otherwise does nothing, like one after the group has completed.
    public final func leave() {
        settle(nil)
    }

    /// Leaves the group: the request failed with the error.
    ///
    /// Only the first leaving counts, as with ``leave()``.
    public final func leave(throwing error: any Error) {
        settle(error)
    }

    /// Calls the action once if the request is cancelled by its group, at once if it already is.
    ///
    /// The action runs outside any lock, on the thread that cancels. If the deadline of the group has passed,
    /// or the task that awaits the group is cancelled, all actions of the group run one after the other on
    /// another thread. The action must not keep the
    /// callbacks of the request alive, or a lost callback goes unnoticed: capture a handle weakly.
    public final func onCancel(_ action: @escaping @Sendable () -> Void) {
        add(.cancelling) { _ in action() }
    }

    /// Runs the closure with the group of this request as the current one, so that requests issued
    /// in there join it.
    public final func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try IssuingContext(self).run { () throws(Failure) in try group.run(body) }
    }
}

// MARK: - What wrappers need

extension Membership {
    /// Nobody can answer any more: the request is lost if it has not left.
    ///
    /// A hold just ends.
    package func release() {
        group.update { state, effects in
            state.release(self, effects: &effects)
        }
    }

    /// Whether the deadline of the group has passed before an answer came.
    package var isOverdue: Bool { group.shared.withLock { _ in member.stay == .overdue } }

    /// A Boolean value that indicates whether this is a request, and no hold.
    var isRequest: Bool { group.shared.withLock { _ in member.kind == .request } }

    /// Ends the request with an answer.
    ///
    /// - Returns: `false` if the deadline had passed before, so that the request has timed out.
    @discardableResult
    package func settle(_ error: (any Error)?) -> Bool {
        let (leaves, isOverdue) = group.update { state, effects in
            let isOverdue = member.stay == .overdue
            return (state.settle(self, error, effects: &effects), isOverdue)
        }
        if leaves { member.hasLeft = true }
        return !isOverdue
    }

    /// From now on answers are only recorded, and ``finish(_:)`` leaves.
    package func leaveOnFinish() {
        group.update { _, _ in member.finish = .awaited }
    }

    /// Runs a callback that brings an answer in the group; the request leaves after it, and after
    /// all others of it that are running.
    ///
    /// The first that comes counts, whichever returns first.
    @usableFromInline
    package final func answer(_ error: (any Error)?, _ callback: () -> Void) {
        let group = group
        let (isFirst, mayBeCurrent, isHanded) = group.shared.withLock {
            ($0.state.begin(self, error), $0.state.mayBeCurrent, $0.state.isHanded(self))
        }
        if group.isObserved || isHanded || !HandedStack.isEmptyHere(group.stackKey) {
            runRestored(callback)
        } else {
            group.runCallback(mayBeCurrent: mayBeCurrent, callback)
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

    /// Runs the callback that comes after all others in the group.
    package func finish(_ callback: () -> Void) {
        group.update { state, _ in state.beginFinish(self) }
        run(callback)
        let leaves = group.update { state, effects in
            state.endFinish(self, effects: &effects)
        }
        if leaves { member.hasLeft = true }
    }

    /// Adds an action to be run for the request, at once if its occasion is past.
    package func add(
        _ occasion: MemberAction.Occasion,
        _ action: @escaping CancelAction
    ) {
        let cancellation = group.update { state, _ in
            state.add(MemberAction(occasion: occasion, run: action), to: self)
        }
        if let cancellation { action(cancellation) }
    }

    /// The request is about to start; returns why it must not, if it must not.
    package func start() -> GroupCancellation? {
        let (cancellation, obsolete) = group.update { state, _ in state.start(self) }
        withExtendedLifetime(obsolete) {}
        return cancellation
    }

    /// The request has to wait for a slot.
    package func wait() {
        guard group.isObserved else { return }
        group.update { state, _ in state.wait(self) }
    }

    /// The request starts now, whether or not it had to wait.
    package func willStart() {
        guard group.isObserved else { return }
        group.update { state, _ in state.willStart(self) }
    }

    /// Runs a callback as ``run(_:)`` does; apart, as few requests are observed, or issued while others are
    /// handed over.
    @inline(never)
    private func runRestored(_ callback: () -> Void) {
        run(callback)
    }

    /// Notes who issues the request, and when, before it enters.
    @inline(never)
    func noteOrigin() {
        if let issuer = IssuingContext.request(for: group) {
            member.addingDetails().issuer = issuer
        }
        if let watch = group.configuration.stallWatch {
            member.addingDetails().entered = watch.age()
        }
    }

    /// The request as who issues what is issued in its callbacks.
    var asIssuer: IssuingRequest {
        IssuingRequest(self, index: group.shared.withLock { _ in member.index })
    }

    /// Cancels this request alone.
    package func cancel() {
        group.update { state, effects in state.cancelAlone(self, effects: &effects) }
    }

    /// Cancels this request alone, and runs its cancel handlers on a worker thread; see
    /// ``RequestGroup/cancelWithoutBlocking(_:)``.
    package func cancelWithoutBlocking() {
        group.updateWithoutBlocking { state, effects in state.cancelAlone(self, effects: &effects) }
    }

    /// What was to cancel the request is gone; returns whether that matters, as it has no answer yet.
    package func noteLostHandle() -> Bool {
        group.update { state, _ in state.noteLostHandle(of: self) }
    }

    /// Cancels the group with the request that stands for it.
    func nest(_ nested: RequestGroup) {
        let cancellation = group.update { state, _ in state.nest(nested, in: self) }
        if let cancellation { nested.cancel(cancellation) }
    }

    /// Takes a permit for a request that cannot wait, and reports it if none was free.
    package func takePermitAtOnce(of limiter: RequestLimiter) {
        let (permit, exceedsLimit) = limiter.acquireAtOnce()
        // A task that the group cannot wait for is reported as that.
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

    /// Ends the permit when the request leaves; returns whether it has not left yet.
    @discardableResult
    package func attach(_ permit: LimiterPermit) -> Bool {
        let hasLeft = group.update { state, _ in state.attach(permit, to: self) }
        if hasLeft { permit.end() }
        return !hasLeft
    }
}

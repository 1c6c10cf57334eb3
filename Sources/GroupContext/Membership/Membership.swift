/// The membership of one request in its group, which the request leaves exactly once.
///
/// Wrappers of the Interception module create memberships by themselves. For a client that fits no wrapper, call
/// ``RequestGroup/enter(_:isOptional:)`` and ``leave(throwing:)`` yourself, on any thread:
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
/// A request whose membership is released before the request has left fails with a ``LostCallbackError``. So a
/// group never waits for an answer that can no longer come.
public final class Membership: Sendable {
    package var label: String { givenLabel.text }

    private let givenLabel: RequestLabel

    /// A Boolean value that indicates whether an answer or `release` has made the request leave.
    ///
    /// The deinit then has no work. The deadline does not set the property.
    // Declared here, because the last word of the label has room for this property and the next one. Safe: only the
    // call that makes the request leave writes the property, and only the deinit, which runs after all calls, reads it.
    // `@exclusivity(unchecked)`, because the check would take 750 instructions for each request.
    @exclusivity(unchecked) private nonisolated(unsafe) var hasLeft = false

    /// A Boolean value that indicates whether active calls or metadata were captured for the request.
    // Safe: written before the membership is returned to the code that issues the request. Code that finds the
    // membership in the list of its group does not read the property.
    @exclusivity(unchecked) nonisolated(unsafe) var hasContext: Bool

    package let group: RequestGroup

    /// The metadata with which the request was issued, if any.
    let metadata: RequestMetadata?

    // Safe: after the member has entered, accessed under the lock of the group.
    @exclusivity(unchecked) nonisolated(unsafe) var member: MemberState

    init(
        _ label: RequestLabel,
        group: RequestGroup,
        kind: MemberState.Kind = .request,
        isOptional: Bool = false,
        metadata: RequestMetadata? = nil
    ) {
        // Every event of an observed group reads the label, so make it once.
        givenLabel = group.isWatched ? .text(label.text) : label
        self.group = group
        self.metadata = metadata
        member = MemberState(kind, isOptional: isOptional)
        hasContext = metadata != nil
    }

    deinit {
        if !hasLeft { release() }
    }

    /// Leaves the group.
    ///
    /// Only the first call has an effect, and only before the deadline of the group. The observers are notified of
    /// a second call as a duplicate callback.
    ///
    /// - Parameter error: the error of a request that failed; `nil` if it succeeded.
    public func leave(throwing error: (any Error)? = nil) {
        settle(error, isByHand: true)
    }

    /// Calls the action once when the request is cancelled, alone or with its group; at once if already cancelled.
    ///
    /// The action runs outside any lock, on the thread that cancels. After a deadline, or if the awaiting task is
    /// cancelled, the group's actions run one by one on another thread. The action must not retain the callbacks
    /// of the request, because a retained callback is never reported as lost. If the action needs a handle,
    /// capture the handle weakly.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        add(.cancelling { _ in action() })
    }

    /// Runs the closure in the group of this request, so that requests issued in the closure join the group.
    public func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try result(of: body) { self.runInContext($0) }
    }
}

// MARK: - For wrappers

extension Membership {
    /// Ends the membership; an unanswered request fails with a `LostCallbackError`.
    package func release() {
        // Return the nested group, so that it is released after unlocking. An effect would allocate an array.
        let (leaves, _) = group.update { state, effects in
            defer { state.release(self, effects: &effects) }
            return (member.isPresent, member.takeNested())
        }
        if leaves { hasLeft = true }
    }

    package var isPresent: Bool { group.shared.withLock { _ in member.isPresent } }

    package var isOverdue: Bool { group.shared.withLock { _ in member.presence == .overdue } }

    /// A Boolean value that indicates whether this member is a request, not a hold, such as for a subrequest.
    ///
    /// The kind never changes, but reading it needs the lock, because other threads change other parts of `member`.
    var isRequest: Bool { group.shared.withLock { _ in member.kind == .request } }

    package enum Answer {
        case first
        /// The first answer after the deadline of the group.
        case late
        /// The request had been answered before.
        case repeated
    }

    /// Answers the request; only the first answer counts, and a second answer by hand is not a mistake.
    @discardableResult
    package func settle(_ error: (any Error)?, isByHand: Bool = false) -> Answer {
        var answer = Answer.repeated
        // Begin and end the answer under one lock, so that no deadline and no second answer comes between.
        leaveIfDone { state, attachment, effects in
            let isLate = member.presence == .overdue
            let isFirst = state.beginAnswer(self, error)
            if isFirst { answer = isLate ? .late : .first }
            return state.endAnswer(self, isFirst: isFirst, &attachment, effects: &effects)
        }
        if answer == .repeated, !isByHand { reportSecondAnswer() }
        return answer
    }

    /// Begins an answer whose final error is known only after further work; returns whether this answer is the first.
    ///
    /// The request stays in its group until ``endAnswer(isFirst:_:)``. If the deadline passes before that call,
    /// the request ends with this answer, not with a timeout.
    package func beginAnswer(_ error: (any Error)?) -> Bool {
        group.shared.withLock { $0.beginAnswer(self, error) }
    }

    /// Ends an answer that `beginAnswer(_:)` began, with the final error of the request.
    package func endAnswer(isFirst: Bool, _ error: (any Error)?) {
        leaveIfDone { state, attachment, effects in
            if isFirst { state.change(self, to: error, effects: &effects) }
            return state.endAnswer(self, isFirst: isFirst, &attachment, effects: &effects)
        }
        if !isFirst { reportSecondAnswer() }
    }

    private func reportSecondAnswer() {
        #if DEBUG
        if isRequest { report(.secondAnswer(label: label)) }
        #endif
    }

    /// Calls the closure under the lock to end a callback; the closure returns whether the request has left its group.
    @inline(__always)
    func leaveIfDone(
        _ end: (inout GroupState, inout Attachment?, inout GroupState.Effects) -> Bool
    ) {
        var attachment: Attachment?
        let leaves = group.update { end(&$0, &attachment, &$1) }
        if leaves { hasLeft = true }
        if case .permit(let permit)? = attachment { permit.end() }
    }

    /// Makes the request leave after ``runFinally(_:)``, instead of after its first answer.
    package func leaveAfterFinally(needsAnswer: Bool) {
        group.shared.withLock { $0.awaitFinally(self, needsAnswer: needsAnswer) }
    }

    /// Records that a callback may report success, so that the `finally` callback alone does not.
    package func expectAnswer() {
        group.shared.withLock { _ in member.expectsAnswer = true }
    }

    /// Runs a callback with an answer in the group; the request leaves after all its running callbacks.
    ///
    /// The callback that begins first decides how the request ends, even if another callback returns earlier.
    @usableFromInline
    package func answer(_ error: (any Error)?, _ callback: () -> Void) {
        let group = group
        let (isFirst, isBodyRunning) = group.shared.withLock {
            ($0.beginAnswer(self, error), $0.phase == .open)
        }
        runInContext(mayBeCurrent: isBodyRunning, callback)
        leaveIfDone { $0.endAnswer(self, isFirst: isFirst, &$1, effects: &$2) }
        if !isFirst { reportSecondAnswer() }
    }

    package func runFinally(_ callback: () -> Void) {
        group.shared.withLock { $0.beginFinally(self) }
        runInContext(callback)
        leaveIfDone { $0.endFinally(self, effects: &$2) }
    }

    /// Adds an attachment, or runs it at once if the request was already cancelled or is past its deadline.
    ///
    /// A permit is freed when the request leaves; if the request has left, the permit is freed at once. The result is
    /// `false` if the attachment was run, or the permit freed, at once.
    @discardableResult
    package func add(_ attachment: Attachment) -> Bool {
        let cancellation = group.shared.withLock { $0.add(attachment, to: self) }
        if let cancellation { attachment.run(cancellation) }
        return cancellation == nil
    }

    /// Returns the reason not to start the request; `nil` if the request may start.
    package func checkStart() -> CancellationReason? {
        group.shared.withLock { $0.checkStart(of: self) }
    }

    /// Attaches the first permit that the request waits for, or returns the reason not to start the request.
    ///
    /// The caller calls `RequestGroup.notifyObservers()` when the permit is queued, so that requests which an observer
    /// issues wait behind this request.
    package func delay(for permit: Permit) -> CancellationReason? {
        group.shared.withLock { $0.delay(self, for: permit) }
    }

    /// Ends the delay of a request that starts; `false` if the request has started or was rejected before.
    package func startDelayed() -> Bool {
        group.update { state, _ in state.startDelayed(self) } != nil
    }

    /// A Boolean value that indicates whether the request waits for a permit.
    package var isDelayed: Bool { group.shared.withLock { _ in member.isDelayed } }

    /// Rejects the request, unless it has started or was rejected before.
    ///
    /// Notifies no observers, because cancel handlers of the group may have to run first.
    package func rejectDelayed(_ reason: CancellationReason) {
        group.shared.withLock { _ in member.takeDelayed() }?.reject(reason)
    }

    /// Frees the permits of a rejected request, which leaves only after its callbacks have reported the rejection.
    ///
    /// The next request starts on a worker thread, because this thread may have further requests to reject.
    package func freePermits() {
        let permits = group.shared.withLock { _ in member.permits }
        for permit in permits { permit.free().map { WorkerThreads.unlimited.run($0.run) } }
    }

    /// Runs a callback in the context of the request; see `runCallback` for `mayBeCurrent`.
    package func runInContext(mayBeCurrent: Bool = true, _ callback: () -> Void) {
        // Fast path: the callbacks of most requests need only the group, and no issuer, active calls or propagated
        // task-locals.
        if ContextSnapshot.isEmpty(self) {
            group.runCallback(mayBeCurrent: mayBeCurrent, callback)
        } else {
            ContextSnapshot(self).run(callback)
        }
    }

    /// Records the issuer and the entering time of the request, before the request enters.
    @inline(never)
    func recordIssuerAndTime() {
        if let issuer = ContextSnapshot.issuer(for: group) {
            member.ensureDetails().issuer = issuer
        }
        if let watch = group.configuration.stallWatch {
            member.ensureDetails().entered = watch.age()
        }
    }

    package func cancel() {
        group.update { state, effects in state.cancelAlone(self, effects: &effects) }
    }

    /// Cancels this request, but not its group, and runs the cancel handlers on a worker thread.
    package func cancelWithoutBlocking() {
        group.updateWithoutBlocking { state, effects in state.cancelAlone(self, effects: &effects) }
    }

    /// If the request has no answer yet, reports that its handle was released, and returns `true`.
    package func notifyOfLostHandle() -> Bool {
        group.update { state, _ in state.notifyOfLostHandle(of: self) }
    }

    /// Takes a permit for a request that cannot wait, and reports the request if no permit was free.
    package func takePermitAtOnce(of limiter: RequestLimiter) {
        let (permit, exceedsLimit) = limiter.acquireAtOnce()
        // A subrequest, or a request that has left already, is not reported as exceeding the limit.
        guard add(.permit(permit)), exceedsLimit, isRequest else { return }
        group.update { state, _ in state.notify(.exceededLimit, self) }
        #if DEBUG
        let isOfGroup = limiter === group.limiter
        DebugConsole.report(
            .exceededLimit(limiter.limit, label: label),
            groupName: isOfGroup ? group.name : nil
        )
        #endif
    }
}

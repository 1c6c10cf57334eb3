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
public final class Membership: Sendable {
    /// What the request is called.
    public let label: String

    /// The group the request is in.
    public let group: RequestGroup

    private let ticket: Ticket

    /// Whether there is nothing left to do when this object is released.
    // Safe: only the one call that made the request leave writes it, and only `deinit` reads it,
    // which comes after all calls.
    private nonisolated(unsafe) var hasLeft = false

    init(_ label: String, group: RequestGroup, ticket: Ticket) {
        self.label = label
        self.group = group
        self.ticket = ticket
    }

    deinit {
        if !hasLeft { release() }
    }

    /// Leaves the group: the request succeeded.
    ///
    /// Only the first leaving counts; a further one is told to the observers of the group and
    /// otherwise does nothing, like one after the group has completed.
    public func leave() {
        settle(.succeeded)
    }

    /// Leaves the group: the request failed with the error.
    ///
    /// Only the first leaving counts, as with ``leave()``.
    public func leave(throwing error: any Error) {
        settle(Ending(error))
    }

    /// Calls the action once if the request is cancelled by its group, at once if it already is.
    ///
    /// The action runs on the thread that cancels, outside any lock. It must not keep the
    /// callbacks of the request alive, or a lost callback goes unnoticed: capture a handle weakly.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        addCancelAction { _ in action() }
    }

    /// Runs the closure with the group of this request as the current one, so that requests issued
    /// in there join it.
    public func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try group.run(body)
    }
}

// MARK: - What wrappers need

extension Membership {
    /// Nobody can answer any more: the request is lost if it has not left.
    ///
    /// A hold just ends.
    package func release() {
        group.update { [ticket, label] state, effects in
            state.release(ticket, label: label, effects: &effects)
        }
    }

    /// The request was answered.
    package func settle(_ ending: Ending) {
        let leaves = group.update { [ticket, label] state, effects in
            state.settle(ticket, ending, label: label, effects: &effects)
        }
        if leaves { hasLeft = true }
    }

    /// From now on answers are only recorded, and ``finish()`` leaves.
    package func leaveOnFinish() {
        group.update { [ticket] state, _ in state.leaveOnFinish(ticket) }
    }

    /// The last callback of the request has run.
    package func finish() {
        let leaves = group.update { [ticket, label] state, effects in
            state.finish(ticket, label: label, effects: &effects)
        }
        if leaves { hasLeft = true }
    }

    /// Adds an action that cancels the request, and is told why.
    package func addCancelAction(_ action: @escaping CancelAction) {
        let cancellation = group.update { [ticket] state, _ in
            state.addCancelAction(action, to: ticket)
        }
        if let cancellation { action(cancellation) }
    }

    /// Adds an action for when the deadline passes, whether or not the group was cancelled before.
    package func addExpiryAction(_ action: @escaping CancelAction) {
        let cancellation = group.update { [ticket] state, _ in
            state.addExpiryAction(action, to: ticket)
        }
        if let cancellation { action(cancellation) }
    }

    /// Refuses to start the request if it is cancelled before ``start()``.
    package func setRefusal(_ refusal: @escaping CancelAction) {
        let cancellation = group.update { [ticket] state, _ in
            state.setRefusal(refusal, of: ticket)
        }
        if let cancellation { refusal(cancellation) }
    }

    /// The request is about to start; returns why it must not, if it must not.
    package func start() -> GroupCancellation? {
        let (cancellation, obsolete) = group.update { [ticket] state, _ in state.start(ticket) }
        withExtendedLifetime(obsolete) {}
        return cancellation
    }

    /// Cancels this request alone.
    package func cancel() {
        let actions = group.update { [ticket] state, _ in state.takeCancelActions(of: ticket) }
        for action in actions { action(.requested) }
    }

    /// Ends the permit when the request leaves.
    package func attach(_ permit: LimiterPermit) {
        let hasLeft = group.update { [ticket] state, _ in state.attach(permit, to: ticket) }
        if hasLeft { permit.end() }
    }
}

extension RequestGroup {
    /// Enters a request by hand, for a client that fits no wrapper.
    ///
    /// Enter before you call the client, and keep the membership until it has answered. A limit
    /// does not hold up a request that is entered by hand: it counts, and starts.
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; put nothing secret
    ///     into it.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    /// - Returns: the membership, or `nil` if the group has completed already.
    public func enter(_ label: String, isOptional: Bool = false) -> Membership? {
        let membership = admit(label, isOptional: isOptional)?.membership
        if let limiter { membership?.attach(limiter.acquireAtOnce()) }
        return membership
    }

    /// Enters a request, and tells why it should not start if it should not.
    package func admit(
        _ label: String,
        isOptional: Bool
    ) -> (membership: Membership, refusal: GroupCancellation?)? {
        place(label, kind: .request, isOptional: isOptional)
    }

    /// Holds the group open, for a captured closure or a nested group.
    package func hold(_ label: String) -> Membership? {
        place(label, kind: .hold, isOptional: false)?.membership
    }

    /// Keeps the group open without being seen, for whoever passes answers of requests on.
    package func keepOpen() -> Membership? {
        place("", kind: .keep, isOptional: false)?.membership
    }

    private func place(
        _ label: String,
        kind: GroupState.MemberKind,
        isOptional: Bool
    ) -> (membership: Membership, refusal: GroupCancellation?)? {
        let entry = update { state, effects in
            state.enter(label, kind: kind, isOptional: isOptional, effects: &effects)
        }
        switch entry {
        case .late: return nil
        case .entered(let ticket):
            return (Membership(label, group: self, ticket: ticket), nil)
        case .refused(let ticket, let cancellation):
            return (Membership(label, group: self, ticket: ticket), cancellation)
        }
    }
}

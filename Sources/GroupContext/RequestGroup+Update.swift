// How the state of a group changes, and what is done after that: nothing of it under the lock.
extension RequestGroup {
    /// Changes the state under the lock; performs the effects and tells what is to be told after unlocking.
    @inline(__always)
    func update<Result>(
        _ body: (inout GroupState, inout GroupState.Effects) -> Result
    ) -> Result {
        var effects = GroupState.Effects()
        let (result, isWaiting) = change(effects: &effects, body)
        if isWaiting || !effects.isEmpty { perform(effects) }
        return result
    }

    /// Cancels the group; at a deadline nobody is kept waiting by what cancels.
    package func cancel(_ cancellation: GroupCancellation) {
        var effects = GroupState.Effects()
        change(effects: &effects) { $0.cancel(cancellation, effects: &$1) }
        perform(effects, tellsFirst: cancellation == .deadline)
    }

    /// Changes the state under the lock, and leaves the rest to the caller.
    ///
    /// Returns whether there is something to be told, too.
    @inline(__always)
    @discardableResult
    private func change<Result>(
        effects: inout GroupState.Effects,
        _ body: (inout GroupState, inout GroupState.Effects) -> Result
    ) -> (result: Result, isWaiting: Bool) {
        shared.withLock { (body(&$0.state, &effects), $0.state.deliveries.isWaiting) }
    }

    /// Cancels, then tells, then starts who waited for a slot: who is cancelled must not be started, and
    /// who is started may keep this thread.
    ///
    /// - Parameters:
    ///   - effects: what a change of this group has left to be done.
    ///   - tellsFirst: whether to tell before anybody's cancel action runs, which may take its time:
    ///     nobody waits for it who waits for a deadline.
    private func perform(_ effects: GroupState.Effects, tellsFirst: Bool = false) {
        if effects.isEmpty { return deliver() }
        var (all, nested, next) = (effects, [RequestGroup](), 0)
        // From a list, not one inside the other: groups may be nested deeper than the stack is.
        while next < all.count {
            if case .cancelGroup(let group, let cancellation) = all[next] {
                group.change(effects: &all) { $0.cancel(cancellation, effects: &$1) }
                nested.append(group)
            }
            next += 1
        }
        if tellsFirst { deliver(with: nested) }
        for case .cancel(let action, let cancellation) in all { action(cancellation) }
        deliver(with: nested)
        // All slots are free before anybody starts, who may keep this thread.
        var starts: [LimiterStart] = []
        for case .end(let permit) in all { if let start = permit.free() { starts.append(start) } }
        for start in starts { start.run() }
    }

    private func deliver(with nested: [RequestGroup]) {
        deliver()
        for group in nested { group.deliver() }
    }

    /// Tells what is to be told, unless somebody else does.
    func deliver() {
        guard shared.withLock({ $0.state.deliveries.begin() }) else { return }
        while let delivery = shared.withLock({ $0.state.deliveries.take() }) {
            switch delivery {
            case .event(let notice, let observers):
                let event = RequestGroupEvent(notice, in: self)
                for observer in observers { observer.observe(event) }
            case .completion: for handler in takeCompletionHandlers() { handler() }
            // What the report issues itself must not hold up the group even longer.
            case .stall(let stall, let watch): withoutRequestGroup { watch.action(stall) }
            }
        }
    }

    private func takeCompletionHandlers() -> [@Sendable () -> Void] {
        shared.withLock { shared in
            shared.state.tellCompletion()
            defer { shared.completionHandlers = [] }
            return shared.completionHandlers
        }
    }
}

extension RequestGroupEvent {
    init(_ notice: Deliveries.Notice, in group: RequestGroup) {
        let identity = group.identity
        self.init(
            kind: notice.kind,
            groupName: group.name,
            groupID: identity.id,
            traceID: identity.traceID,
            group: group,
            label: notice.label,
            index: notice.index,
            requestID: notice.index.map { notice.issue?.id ?? identity.id(ofRequest: $0) },
            issuer: notice.issuer,
            issue: notice.issue,
            failure: notice.failure,
            progress: notice.progress,
            instant: notice.instant
        )
    }
}

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

    /// Cancels the group, and runs the cancel handlers of its requests on this thread.
    package func cancel(_ cancellation: GroupCancellation) {
        update { $0.cancel(cancellation, effects: &$1) }
    }

    /// Cancels the group, and runs all user code on a worker thread: cancel handlers, and observers.
    ///
    /// For a deadline, as its thread is one of few, and for the cancellation of a task, as the runtime holds
    /// a lock of that task.
    package func cancelWithoutBlocking(_ cancellation: GroupCancellation) {
        updateWithoutBlocking { $0.cancel(cancellation, effects: &$1) }
    }

    /// Changes the state under the lock; runs all user code that follows on a worker thread.
    func updateWithoutBlocking(_ body: (inout GroupState, inout GroupState.Effects) -> Void) {
        var effects = GroupState.Effects()
        let isWaiting = change(effects: &effects, body).isWaiting
        guard isWaiting || !effects.isEmpty else { return }
        // Taken out of the box by the worker thread, which so releases the effects, too.
        let box = Locked(Remainder?.some(Remainder(nested: prepare(&effects), effects: effects)))
        effects = []
        WorkerThreads.run { [self] in
            let rest = box.withLock { $0.take() }
            if let rest { perform(rest.effects, rest.nested) }
        }
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
        shared.withLock { (body(&$0.state, &effects), $0.state.hasDeliveries) }
    }

    /// Performs the effects that run no user code, and cancels the nested groups.
    ///
    /// - Returns: the nested groups, whose effects have been added.
    private func prepare(_ effects: inout GroupState.Effects) -> [RequestGroup] {
        var (nested, next) = ([RequestGroup](), 0)
        // From a list, not one inside the other: groups may be nested deeper than the stack is.
        while next < effects.count {
            switch effects[next] {
            case .cancelGroup(let group, let cancellation):
                group.change(effects: &effects) { $0.cancel(cancellation, effects: &$1) }
                nested.append(group)
            case .resume(let action): action(.deadline)
            case .cancel, .end, .release: break
            }
            next += 1
        }
        deliverRecords()
        for group in nested { group.deliverRecords() }
        return nested
    }

    private func perform(_ effects: GroupState.Effects) {
        if effects.isEmpty { return deliver() }
        var effects = effects
        let nested = prepare(&effects)
        perform(effects, nested)
    }

    /// Cancels, then notifies, then starts the requests that waited for a permit: a cancelled request must not
    /// be started, and a started one may keep this thread.
    private func perform(_ effects: GroupState.Effects, _ nested: [RequestGroup]) {
        // A cancel handler may take its time, for which nobody waits after a deadline.
        if isPastDeadline { deliver(with: nested) }
        for case .cancel(let action, let cancellation) in effects { action(cancellation) }
        deliver(with: nested)
        // All permits are free before a request starts, which may keep this thread.
        var starts: [LimiterStart] = []
        for case .end(let permit) in effects {
            if let start = permit.free() { starts.append(start) }
        }
        for start in starts { start.run() }
    }

    private func deliver(with nested: [RequestGroup]) {
        deliver()
        for group in nested { group.deliver() }
    }

    private var isPastDeadline: Bool { shared.withLock { $0.state.isPastDeadline } }

    /// Runs user code: on a worker thread if the deadline has passed, which waits for no user code.
    package func runUserCode(_ body: @escaping @Sendable () -> Void) {
        if isPastDeadline { WorkerThreads.run(body) } else { body() }
    }

    /// Notifies the recorders and the observers, unless another thread does.
    func deliver() {
        deliverRecords()
        guard shared.withLock({ $0.state.deliveries.begin() }) else { return }
        while let delivery = shared.withLock({ $0.state.deliveries.take() }) {
            perform(delivery, afterObservers: true)
        }
    }

    /// Notifies the recorders, unless another thread does, and runs no user code.
    private func deliverRecords() {
        guard shared.withLock({ $0.state.records.begin() }) else { return }
        while let delivery = shared.withLock({ $0.state.records.take() }) {
            perform(delivery, afterObservers: false)
        }
    }

    private func perform(_ delivery: Deliveries.Delivery, afterObservers: Bool) {
        switch delivery {
        case .event(let notice, let observers):
            let event = RequestGroupEvent(notice, in: self)
            for observer in observers { observer.observe(event) }
        case .completion:
            for handler in takeCompletionHandlers(afterObservers: afterObservers) { handler() }
        // What the report issues itself must not hold up the group even longer.
        case .stall(let stall, let watch): withoutRequestGroup { watch.action(stall) }
        }
    }

    private func takeCompletionHandlers(afterObservers: Bool) -> [@Sendable () -> Void] {
        shared.withLock { shared in
            guard shared.state.takeCompletion(afterObservers: afterObservers) else { return [] }
            defer { shared.completionHandlers = [] }
            return shared.completionHandlers
        }
    }
}

/// The user code that follows a change of a group: cancel handlers, observers and releases.
private struct Remainder: @unchecked Sendable {
    // Safe: handed to one thread.
    let nested: [RequestGroup]
    let effects: GroupState.Effects
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

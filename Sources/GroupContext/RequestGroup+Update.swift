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

    /// Cancels the group, and runs all user code on worker threads: cancel handlers, and observers.
    ///
    /// For a deadline, as its thread is one of few, and for the cancellation of a task, as the runtime holds
    /// a lock of that task.
    package func cancelWithoutBlocking(_ cancellation: GroupCancellation) {
        updateWithoutBlocking { $0.cancel(cancellation, effects: &$1) }
    }

    /// Changes the state under the lock; runs all user code that follows on worker threads.
    func updateWithoutBlocking(_ body: (inout GroupState, inout GroupState.Effects) -> Void) {
        var effects = GroupState.Effects()
        let isWaiting = change(effects: &effects, body).isWaiting
        guard isWaiting || !effects.isEmpty else { return }
        let groups = [self] + prepare(&effects)
        // Each kind by itself, so that no cancel handler and no observer delays anything else.
        var ends = GroupState.Effects(effects.lazy.filter(\.isEnd))
        var permits = GroupState.Effects(effects.lazy.filter(\.isPermit))
        Self.hand(&ends, to: .ends) { for case .end(let end, let why) in $0 { end(why) } }
        Self.hand(&permits, to: .ends) { Self.startNext($0) }
        // With the others, which may hold the last reference to a handle that is to be cancelled.
        Self.hand(&effects, to: .userCode) {
            for case .cancel(let cancel, let why) in $0 { cancel(why) }
        }
        for group in groups where group.hasDeliveries {
            if group.isPastDeadline {
                group.deliver()
            } else {
                WorkerThreads.userCode.run(group.deliver)
            }
        }
    }

    /// Lets a worker thread perform the effects, and release them.
    private static func hand(
        _ effects: inout GroupState.Effects,
        to threads: WorkerThreads,
        _ perform: @escaping @Sendable (GroupState.Effects) -> Void
    ) {
        if effects.isEmpty { return }
        let box = Locked(HandedEffects?.some(HandedEffects(effects: effects)))
        effects = []
        threads.run {
            if let handed = box.withLock({ $0.take() }) { perform(handed.effects) }
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
            case .end, .cancel, .free, .release: break
            }
            next += 1
        }
        // Only these run no user code in any case: at a deadline a completion hands it to a worker thread.
        if isPastDeadline { deliverRecords() }
        for group in nested where group.isPastDeadline { group.deliverRecords() }
        return nested
    }

    /// Cancels, then notifies, then starts the requests that waited for a permit: a cancelled request must not
    /// be started, and a started one may keep this thread.
    private func perform(_ effects: GroupState.Effects) {
        if effects.isEmpty { return deliver() }
        var effects = effects
        let nested = prepare(&effects)
        for effect in effects {
            switch effect {
            case .end(let action, let cancellation), .cancel(let action, let cancellation):
                action(cancellation)
            case .resume, .cancelGroup, .free, .release: break
            }
        }
        deliver()
        for group in nested { group.deliver() }
        Self.startNext(effects)
    }

    private static func startNext(_ effects: GroupState.Effects) {
        // All permits are free before a request starts, which may keep this thread.
        var starts: [LimiterStart] = []
        for case .free(let permit) in effects {
            if let start = permit.free() { starts.append(start) }
        }
        for start in starts { start.run() }
    }

    private var hasDeliveries: Bool { shared.withLock { $0.state.hasDeliveries } }

    private var isPastDeadline: Bool { shared.withLock { $0.state.isPastDeadline } }

    /// Runs user code: on a worker thread if the deadline has passed, which waits for no user code.
    package func runUserCode(_ body: @escaping @Sendable () -> Void) {
        if isPastDeadline { WorkerThreads.ends.run(body) } else { body() }
    }

    /// Notifies the recorders and the observers, unless another thread does.
    ///
    /// Observers are notified on a worker thread once the deadline has passed: the body, too, waits for none of
    /// them then.
    @Sendable
    func deliver() {
        deliverRecords()
        let (begins, isPastDeadline) = shared.withLock {
            ($0.state.deliveries.begin(), $0.state.isPastDeadline)
        }
        guard begins else { return }
        if isPastDeadline {
            WorkerThreads.userCode.run(deliverToObservers)
        } else {
            deliverToObservers()
        }
    }

    @Sendable
    private func deliverToObservers() {
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

/// Effects on their way to a worker thread.
private struct HandedEffects: @unchecked Sendable {
    // Safe: handed to one thread.
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

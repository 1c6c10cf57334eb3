// How the state of a group changes under its lock, and how the effects are performed after unlocking.
extension RequestGroup {
    /// Changes the state under the lock, and performs the effects and the notifications after unlocking.
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

    /// Cancels the group, and runs all user code (cancel handlers and observers) on worker threads.
    ///
    /// For a deadline, whose thread is one of few, and for cancelling a task, because the runtime holds a
    /// lock of that task.
    package func cancelWithoutBlocking(_ cancellation: GroupCancellation) {
        updateWithoutBlocking { $0.cancel(cancellation, effects: &$1) }
    }

    /// Changes the state under the lock, and runs all user code that follows on worker threads.
    func updateWithoutBlocking(_ body: (inout GroupState, inout GroupState.Effects) -> Void) {
        var effects = GroupState.Effects()
        let isWaiting = change(effects: &effects, body).isWaiting
        guard isWaiting || !effects.isEmpty else { return }
        let groups = [self] + prepare(&effects)
        if !effects.isEmpty { Self.performOnWorkers(&effects) }
        for group in groups where group.hasDeliveries {
            // At a deadline, `deliver` itself passes the observers to a worker thread.
            if group.isPastDeadline {
                group.deliver()
            } else {
                WorkerThreads.userCode.run(group.deliver)
            }
        }
    }

    /// Performs the effects on worker threads: each end of a request on one of its own, because it may block.
    private static func performOnWorkers(_ effects: inout GroupState.Effects) {
        for case .end(let action, let cancellation) in effects {
            WorkerThreads.ends.run { action(cancellation) }
        }
        // Both retain all effects, because a rejection may hold the last reference to a handle that a cancel handler
        // needs.
        let (rejections, handlers) = (HandedEffects(effects), HandedEffects(effects))
        effects = []
        WorkerThreads.ends.run {
            let effects = rejections.take()
            for case .reject(let action, let cancellation) in effects { action(cancellation) }
            for start in freePermits(of: effects) { WorkerThreads.ends.run(start.run) }
        }
        WorkerThreads.userCode.run {
            for case .cancel(let action, let cancellation) in handlers.take() {
                action(cancellation)
            }
        }
    }

    @inline(__always)
    @discardableResult
    private func change<Result>(
        effects: inout GroupState.Effects,
        _ body: (inout GroupState, inout GroupState.Effects) -> Result
    ) -> (result: Result, isWaiting: Bool) {
        shared.withLock { (body(&$0.state, &effects), $0.state.hasDeliveries) }
    }

    /// Performs the effects that run no user code, and cancels and returns the nested groups.
    private func prepare(_ effects: inout GroupState.Effects) -> [RequestGroup] {
        var (nested, next) = ([RequestGroup](), 0)
        // A loop, because groups may be nested deeper than the stack is.
        while next < effects.count {
            switch effects[next] {
            case .cancelGroup(let group, let cancellation):
                group.change(effects: &effects) { $0.cancel(cancellation, effects: &$1) }
                nested.append(group)
            case .resume(let action): action(.deadline)
            case .reject, .end, .cancel, .free, .release: break
            }
            next += 1
        }
        // At a deadline, recorders and completion handlers run no user code on this thread, so they are notified
        // here.
        if isPastDeadline { deliverRecords() }
        for group in nested where group.isPastDeadline { group.deliverRecords() }
        return nested
    }

    /// Cancels, then notifies, then starts requests that waited for a permit: a cancelled request must not
    /// start, and a started one may block this thread.
    private func perform(_ effects: GroupState.Effects) {
        if effects.isEmpty { return deliver() }
        var effects = effects
        let nested = prepare(&effects)
        // Cancel handlers come last: each may block.
        for case .reject(let action, let cancellation) in effects { action(cancellation) }
        for case .end(let action, let cancellation) in effects { action(cancellation) }
        for case .cancel(let action, let cancellation) in effects { action(cancellation) }
        deliver()
        for group in nested { group.deliver() }
        for start in Self.freePermits(of: effects) { start.run() }
    }

    /// Frees all permits, and returns the requests to start, each of which may block this thread.
    private static func freePermits(of effects: GroupState.Effects) -> [LimiterStart] {
        var starts: [LimiterStart] = []
        for case .free(let permit) in effects {
            if let start = permit.free() { starts.append(start) }
        }
        return starts
    }

    private var hasDeliveries: Bool { shared.withLock { $0.state.hasDeliveries } }

    private var isPastDeadline: Bool { shared.withLock { $0.state.isPastDeadline } }

    /// Runs user code, on a worker thread if the deadline has passed.
    package func runUserCode(_ body: @escaping @Sendable () -> Void) {
        if isPastDeadline { WorkerThreads.ends.run(body) } else { body() }
    }

    /// Notifies the recorders and the observers, unless another thread is notifying them.
    @Sendable
    func deliver() {
        deliverRecords()
        if shared.withLock({ $0.state.deliveries.begin() }) { notifyObservers(mayBlock: false) }
    }

    /// Notifies the observers until no event is pending.
    ///
    /// Once the deadline has passed, a worker thread continues: an observer may block, and this thread may be
    /// that of the body.
    private func notifyObservers(mayBlock: Bool) {
        while true {
            switch shared.withLock({ $0.nextNotification(mayBlock: mayBlock) }) {
            case .deliver(let delivery): perform(delivery, afterObservers: true)
            case .releaseParent: releaseParentHold()
            case .leaveToWorker:
                return WorkerThreads.userCode.run { self.notifyObservers(mayBlock: true) }
            case .end: return
            }
        }
    }

    /// Notifies the recorders, which run no user code, unless another thread is notifying them.
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
        // Outside any group, because requests that the report issues must not delay this group.
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

/// Effects for a worker thread, which releases them, because a deinit may run user code.
private final class HandedEffects: @unchecked Sendable {
    // Safe: one thread takes the effects, once.
    private var effects: GroupState.Effects

    init(_ effects: GroupState.Effects) {
        self.effects = effects
    }

    func take() -> GroupState.Effects {
        defer { effects = [] }
        return effects
    }
}

/// The next step of the thread that notifies the observers.
private enum Notification {
    case deliver(Deliveries.Delivery)
    /// All observers have been notified, so the parent may complete.
    case releaseParent
    case leaveToWorker
    case end
}

extension RequestGroup.Shared {
    fileprivate mutating func nextNotification(mayBlock: Bool) -> Notification {
        if state.deliveries.isEmpty, releasesParent {
            releasesParent = false
            return .releaseParent
        }
        if !mayBlock, state.isPastDeadline, !state.deliveries.isEmpty { return .leaveToWorker }
        return state.deliveries.take().map { .deliver($0) } ?? .end
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

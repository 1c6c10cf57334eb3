// Changes of a group's state under its lock, and the effects (actions) that follow after unlocking.
extension RequestGroup {
    /// Changes the state under the lock, and performs the effects and the notifications after unlocking.
    @inline(__always)
    func update<Result>(
        _ body: (inout GroupState, inout GroupState.Effects) -> Result
    ) -> Result {
        var effects = GroupState.Effects()
        let (result, needsDelivery) = shared.withLock { (body(&$0, &effects), $0.needsDelivery) }
        if needsDelivery || !effects.isEmpty { perform(&effects) }
        return result
    }

    /// Cancels the group, and runs the cancel handlers of its requests on this thread.
    package func cancel(_ cancellation: CancellationReason) {
        update { $0.cancel(cancellation, effects: &$1) }
    }

    /// Cancels the group, and runs all user code (cancel handlers and observers) on worker threads.
    ///
    /// A deadline calls this method, because its timer runs on one of the few threads that all tasks share.
    /// Cancelling a task calls this method, because the runtime holds a lock of that task meanwhile.
    package func cancelWithoutBlocking(_ cancellation: CancellationReason) {
        updateWithoutBlocking { $0.cancel(cancellation, effects: &$1) }
    }

    /// Changes the state under the lock, and runs the resulting user code on worker threads.
    func updateWithoutBlocking(_ body: (inout GroupState, inout GroupState.Effects) -> Void) {
        var effects = GroupState.Effects()
        shared.withLock { body(&$0, &effects) }
        let groups = [self] + performWithoutUserCode(&effects)
        if !effects.isEmpty { Self.performOnWorkers(&effects) }
        for group in groups where group.needsDelivery {
            WorkerThreads.limited.run(group.notifyObservers)
        }
    }

    /// Performs the effects on worker threads; each effect `end` may block, and gets a thread of its own.
    private static func performOnWorkers(_ effects: inout GroupState.Effects) {
        for case .end(let handler, let cancellation) in effects {
            WorkerThreads.unlimited.run { handler.run(cancellation) }
        }
        // Both closures below retain all effects: a cancel handler may have a weak reference to its handle, and perhaps
        // only a `.reject` effect keeps that handle alive. Each closure empties its variable on the worker thread, so
        // that the effects are released there: releasing an effect may run user code.
        let (rejections, handlers) = (Locked(Optional(effects)), Locked(Optional(effects)))
        effects = []
        WorkerThreads.unlimited.run {
            let effects = rejections.withLock { $0.take() } ?? []
            for case .reject(let request, let cancellation) in effects {
                request.reject(cancellation)
            }
            for start in freePermits(of: effects) { WorkerThreads.unlimited.run(start.run) }
        }
        WorkerThreads.limited.run {
            let effects = handlers.withLock { $0.take() } ?? []
            for case .cancel(let handler, let cancellation) in effects { handler.run(cancellation) }
        }
    }

    /// Performs the effects without user code, and returns the cancelled nested groups that have notifications.
    private func performWithoutUserCode(_ effects: inout GroupState.Effects) -> [RequestGroup] {
        var (nested, next) = ([RequestGroup](), 0)
        // A loop, because recursion over deeply nested groups could overflow the stack.
        while next < effects.count {
            switch effects[next] {
            case .cancelGroup(let group, let reason):
                group.shared.withLock { $0.cancel(reason, effects: &effects) }
                if group.needsDelivery { nested.append(group) }
            case .resume(let waiter): waiter.reject(.deadline)
            case .reject(let request, let cancellation) where request.resumesTask:
                request.reject(cancellation)
                effects[next] = .releaseObject(request)
            case .reject, .end, .cancel, .free, .release, .releaseObject, .releaseError: break
            }
            next += 1
        }
        // Recorders and `whenCompleted` handlers are not user code, so this thread may call them at a deadline.
        if isPastDeadline { deliverRecords() }
        for group in nested where group.isPastDeadline { group.deliverRecords() }
        return nested
    }

    /// Cancels requests, then notifies observers, then starts waiting requests.
    ///
    /// Starting comes last: a cancelled request must not start, and a started request may block this thread.
    private func perform(_ effects: inout GroupState.Effects) {
        if effects.isEmpty { return notifyObservers() }
        let nested = performWithoutUserCode(&effects)
        // Cancel handlers run after rejections and ends, because a cancel handler may block.
        for case .reject(let request, let cancellation) in effects { request.reject(cancellation) }
        for case .end(let handler, let reason) in effects { handler.run(reason) }
        for case .cancel(let handler, let reason) in effects { handler.run(reason) }
        notifyObservers()
        for group in nested { group.notifyObservers() }
        for start in Self.freePermits(of: effects) { start.run() }
    }

    private static func freePermits(of effects: GroupState.Effects) -> [PermittedStart] {
        effects.compactMap { if case .free(let permit) = $0 { permit.free() } else { nil } }
    }

    /// Notifies the observers of all pending events.
    @Sendable
    package func notifyObservers() { deliver(onWorker: false) }

    private var needsDelivery: Bool { shared.withLock { $0.needsDelivery } }

    private var isPastDeadline: Bool { shared.withLock { $0.isPastDeadline } }

    /// Runs user code, on a worker thread if the deadline has passed.
    package func runUserCode(_ body: @escaping @Sendable () -> Void) {
        if isPastDeadline { WorkerThreads.unlimited.run(body) } else { body() }
    }

    /// Notifies the built-in observers and those of the user until no event is pending.
    ///
    /// If another thread is notifying the observers of a kind, that thread continues. After the deadline, a worker
    /// thread notifies the observers of the user, because an observer may block this thread, which may be running the
    /// body.
    private func deliver(onWorker: Bool) {
        var (hasBegun, hasRecords, needsWorker) = (onWorker, false, false)
        while true {
            let delivery = shared.withLock { state in
                hasRecords = state.records.beginDelivery()
                hasBegun = hasBegun || state.deliveries.beginDelivery()
                let isLate = state.isPastDeadline && !onWorker
                needsWorker = hasBegun && isLate && !state.deliveries.isEmpty
                let takes = hasBegun && !needsWorker && !hasRecords
                return takes ? state.deliveries.take() : nil
            }
            if hasRecords { notifyRecorders() }
            if needsWorker { return WorkerThreads.limited.run { self.deliver(onWorker: true) } }
            // Meanwhile the deadline may have passed.
            if hasRecords { continue }
            guard let delivery else { return }
            perform(delivery, afterObservers: true)
        }
    }

    /// Notifies the built-in observers, unless another thread is notifying them; these observers run no user code.
    private func deliverRecords() {
        if shared.withLock({ $0.records.beginDelivery() }) { notifyRecorders() }
    }

    private func notifyRecorders() {
        while let delivery = shared.withLock({ $0.records.take() }) {
            perform(delivery, afterObservers: false)
        }
    }

    private func perform(_ delivery: GroupNotifications.Delivery, afterObservers: Bool) {
        switch delivery {
        case .event(let notice, let observers):
            let event = RequestGroupEvent(notice: notice, groupIdentity: identity)
            for observer in observers { observer.observe(event) }
        case .completion:
            // Returning the closure from the generic `withLock` would allocate another closure.
            var completion: (@Sendable () -> Void)?
            shared.withLock { completion = $0.takeCompletion(afterObservers: afterObservers) }
            completion?()
        case .call(let action): action()
        }
    }
}

import GroupContext

/// A request that waits for its permits until the request is started or rejected.
///
/// The membership retains the permit, and the permit retains this object while the request waits.
final class DelayedStart: PermitWaiter {
    private let membership: Membership
    private let executor: StartExecutor?
    private let activeCalls: ActiveCalls?
    private let priority: RequestPriority

    // Safe: the closure is called once. `InterceptionSettings.queue` documents that the client may be called on a
    // thread that did not issue the request.
    private nonisolated(unsafe) let perform: (CancellationReason?) -> Void

    // Safe: first the issuing thread accesses these properties, and later the thread that frees a permit. The lock of
    // the limiter orders the accesses.
    private nonisolated(unsafe) var limiters: Limiters
    private nonisolated(unsafe) var hasFirstPermit = false
    private let locals: TaskLocalSnapshot?

    init(
        _ admission: Admission,
        _ limiters: Limiters,
        at executor: StartExecutor?,
        _ perform: @escaping (CancellationReason?) -> Void
    ) {
        (membership, self.limiters) = (admission.membership, limiters)
        (self.executor, self.perform) = (executor, perform)
        activeCalls = ActiveCalls.capture()
        // Read only if the request has to wait, because reading the priority of the current task is slow.
        priority = admission.priority ?? membership.group.priority
        locals = executor == nil ? nil : TaskLocalSnapshot()
    }

    var resumesTask: Bool { executor == nil }

    /// Waits for the next permit, or starts the request.
    func continueStart() {
        while let limiter = limiters.next() {
            // The membership ends its permits when the request leaves, so this method never ends a permit.
            let permit = Permit(of: limiter, delaying: hasFirstPermit ? nil : self)
            if hasFirstPermit {
                guard membership.add(.permit(permit)) else { return }
            } else if let reason = membership.delay(for: permit) {
                return reject(reason)
            }
            // Set the property before the permit is queued, because another thread may then start the request at once.
            hasFirstPermit = true
            guard permit.acquire(for: self, priority) else {
                #if DEBUG
                if let outer = activeCalls?.innermost, outer.group.limiter === limiter {
                    membership.report(.nestedWait(label: membership.label, outer: outer.label))
                }
                #endif
                return membership.group.notifyObservers()
            }
        }
        guard let executor else { return start() }
        executor.start(with: locals) { self.startInContext() }
    }

    func reject(_ reason: CancellationReason) {
        perform(reason)
        membership.freePermits()
    }

    private func startInContext() {
        let group = membership.group
        ActiveCalls.bind(activeCalls) {
            if group === RequestGroup.ungrouped {
                withoutRequestGroup(start)
            } else {
                group.run(start)
            }
        }
    }

    private func start() {
        if membership.startDelayed() { perform(nil) }
    }
}

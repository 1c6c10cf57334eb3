import Dispatch
import GroupContext

/// A request that waits for its slots, until it is started or refused, whichever comes first.
///
/// While it waits, its group keeps it alive, by what refuses it.
final class DeferredStart: Sendable {
    private let admission: Admission
    private let place: StartingPlace?
    private let isDecided = Locked(false)
    /// The task-locals where the request was issued, if it has to wait.
    private let locals = Locked<TaskLocals?>(nil)
    /// Who issued the request, and so what it issues itself when it starts.
    private let context: IssuingContext

    // Safe: each is called at most once, by whoever made the decision. That the client may be
    // called on another thread than the one that issued the request is what the documentation of
    // `InterceptionSettings.queue` says, and where a wrapper says otherwise.
    private nonisolated(unsafe) let start: () -> Void
    private nonisolated(unsafe) let refuse: (any Error) -> Void

    /// Makes a start that never comes after `refuse`.
    ///
    /// Without a place the start only resumes a task: it may come anywhere.
    init(
        _ admission: Admission,
        place: StartingPlace?,
        start: @escaping () -> Void,
        refuse: @escaping (any Error) -> Void
    ) {
        self.admission = admission
        self.place = place
        context = IssuingContext(for: admission.membership.group)
        self.start = start
        self.refuse = refuse
    }

    /// Starts the request as soon as every limiter has given it a slot.
    func run() {
        admission.membership.add(.cancellingBeforeStart) { [self] in refuse($0) }
        // At a deadline no rejection of another request delays the task that awaits this one.
        if place == nil { admission.membership.add(.resuming) { [self] in refuse($0) } }
        if isDecided.withLock({ $0 }) { return }
        takeSlot(of: 0, hasWaited: false)
    }

    private func takeSlot(of stage: Int, hasWaited: Bool) {
        guard stage < admission.limiters.count else { return begin(hasWaited: hasWaited) }
        let limiter = admission.limiters[stage]
        // A slot ends with the membership, waiting or not.
        if let permit = limiter.acquireIfFree() {
            admission.membership.attach(permit)
            return takeSlot(of: stage + 1, hasWaited: hasWaited)
        }
        if !hasWaited, place != nil {
            let taken = TaskLocals()
            locals.withLock { $0 = taken }
        }
        let (permit, startsNow) = limiter.acquire(admission.priority) { [self] in
            takeSlot(of: stage + 1, hasWaited: true)
        }
        admission.membership.attach(permit)
        if startsNow {
            takeSlot(of: stage + 1, hasWaited: hasWaited)
        } else {
            admission.membership.wait()
        }
    }

    private func begin(hasWaited: Bool) {
        guard hasWaited, let place, let locals = locals.withLock({ $0.take() }) else {
            return startUnlessCancelled()
        }
        let group = admission.membership.group
        place.start(locals) { [self] in
            context.run {
                if group === RequestGroup.ungrouped {
                    withoutRequestGroup(startUnlessCancelled)
                } else {
                    group.run(startUnlessCancelled)
                }
            }
        }
    }

    /// The group has the last word: it may have been cancelled on another thread.
    private func startUnlessCancelled() {
        if let cancellation = admission.membership.start() {
            refuse(cancellation)
        } else if decide() {
            admission.membership.willStart()
            start()
        }
    }

    /// Refuses the request, unless it has started.
    func refuse(_ cancellation: GroupCancellation) {
        guard decide() else { return }
        if cancellation != .deadline, let error = admission.cancellationError {
            refuse(error())
        } else {
            refuse(cancellation.refusal(of: admission.membership.label))
        }
    }

    private func decide() -> Bool {
        isDecided.withLock { isDecided in
            defer { isDecided = true }
            return !isDecided
        }
    }
}

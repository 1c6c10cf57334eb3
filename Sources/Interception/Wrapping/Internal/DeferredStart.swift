import Dispatch
import GroupContext

/// A request that waits for its permits, until it is started or rejected, whichever comes first.
///
/// Its membership keeps it alive meanwhile, by the action that rejects it.
final class DeferredStart: Sendable {
    private let admission: Admission
    private let place: StartingPlace?
    private let isDecided = Locked(false)
    /// The task-locals at the point of issue, captured if the request has to wait.
    private let locals = Locked<TaskLocals?>(nil)
    private let context: IssuingContext

    // Safe: `decide()` lets only one of them be called, once. `InterceptionSettings.queue` documents that the client
    // may be called on another thread than the one that issued the request.
    private nonisolated(unsafe) let start: () -> Void
    private nonisolated(unsafe) let refuse: (any Error) -> Void

    /// Creates a delayed start.
    ///
    /// Without a place, `start` only resumes a task, so it may run on any thread.
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

    /// Starts the request as soon as every limiter has granted a permit.
    func run() {
        admission.membership.add(.cancellingBeforeStart) { [self] in refuse($0) }
        // Runs before the rejections of other requests, so that at a deadline they do not delay the awaiting task.
        if place == nil { admission.membership.add(.resuming) { [self] in refuse($0) } }
        if isDecided.withLock({ $0 }) { return }
        takeSlot(of: 0, hasWaited: false)
    }

    private func takeSlot(of stage: Int, hasWaited: Bool) {
        guard stage < admission.limiters.count else { return begin(hasWaited: hasWaited) }
        let limiter = admission.limiters[stage]
        // The membership owns its permits, granted or not, and returns them when it ends.
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

    /// Starts the request unless its group was cancelled meanwhile, perhaps on another thread.
    private func startUnlessCancelled() {
        if let cancellation = admission.membership.start() {
            refuse(cancellation)
        } else if decide() {
            admission.membership.willStart()
            start()
        }
    }

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

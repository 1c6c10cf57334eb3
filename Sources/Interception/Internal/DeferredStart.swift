import Dispatch
import GroupContext

/// A request that waits for its slots, until it is started or refused, whichever comes first.
///
/// The limiter it waits for keeps it alive, nobody else.
final class DeferredStart: Sendable {
    private enum Decision {
        case start
        case refuse
    }

    private let admission: Admission
    private let place: StartingPlace
    private let decision = Locked(Decision?.none)

    // Safe: each is called at most once, by whoever made the decision. That the client may be
    // called on another thread than the one that issued the request is what the documentation of
    // `InterceptionSettings.queue` says, and where a wrapper says otherwise.
    private nonisolated(unsafe) let start: () -> Void
    private nonisolated(unsafe) let refuse: ((any Error) -> Void)?

    /// Makes a start that `refuse` prevents, and reports, if it may.
    init(
        _ admission: Admission,
        place: StartingPlace,
        start: @escaping () -> Void,
        refuse: ((any Error) -> Void)?
    ) {
        self.admission = admission
        self.place = place
        self.start = start
        self.refuse = refuse
    }

    /// Starts the request as soon as every limiter has given it a slot.
    func run() {
        if let refusal = admission.refusal, let refuse, decide(.refuse) {
            return refuse(refusal.refusal(of: admission.membership.label))
        }
        admission.membership.setRefusal { [weak self] in self?.refuse($0) }
        takeSlot(of: 0, hasWaited: false)
    }

    private func takeSlot(of stage: Int, hasWaited: Bool) {
        guard stage < admission.limiters.count else { return begin(hasWaited: hasWaited) }
        let (permit, startsNow) = admission.limiters[stage].acquire(admission.priority) { [self] in
            takeSlot(of: stage + 1, hasWaited: true)
        }
        // Ends with the membership, waiting or not.
        admission.membership.attach(permit)
        if startsNow { takeSlot(of: stage + 1, hasWaited: hasWaited) }
    }

    private func begin(hasWaited: Bool) {
        guard hasWaited else { return startUnlessRefused() }
        let group = admission.membership.group
        place.perform { [self] in
            if group === RequestGroup.ungrouped {
                withoutRequestGroup(startUnlessRefused)
            } else {
                group.run(startUnlessRefused)
            }
        }
    }

    private func startUnlessRefused() {
        guard decide(.start) else { return }
        admission.membership.setRefusal(nil)
        start()
    }

    private func refuse(_ cancellation: GroupCancellation) {
        // Who has no way to report a refusal starts all the same, and is cancelled at once.
        guard let refuse else { return begin(hasWaited: true) }
        guard decide(.refuse) else { return }
        refuse(cancellation.refusal(of: admission.membership.label))
    }

    private func decide(_ wanted: Decision) -> Bool {
        decision.withLock { decision in
            guard decision == nil else { return false }
            decision = wanted
            return true
        }
    }
}

/// Where a request starts that had to wait.
struct StartingPlace: Sendable {
    let queue: DispatchQueue?
    let isolation: (any Actor)?

    func perform(_ start: @escaping @Sendable () -> Void) {
        if let queue {
            queue.async(execute: start)
        } else if isolation is MainActor {
            DispatchQueue.main.async(execute: start)
        } else if let isolation {
            Task { await Self.perform(start, on: isolation) }
        } else {
            start()
        }
    }

    private static func perform(_ start: () -> Void, on actor: isolated any Actor) {
        start()
    }
}

extension Membership {
    /// Reports that the request does not start, where the client would have reported, and leaves.
    func refuse(
        _ error: any Error,
        on queue: DispatchQueue?,
        report: @escaping (any Error) -> Void
    ) {
        // Safe: called once, in place of the client that would have called it.
        nonisolated(unsafe) let report = report
        (queue ?? .main).async { [self] in
            run { report(error) }
            settle(Ending(error))
        }
    }
}

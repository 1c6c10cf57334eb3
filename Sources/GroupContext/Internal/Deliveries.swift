/// What observers and waiters have yet to be told, one at a time and in order.
///
/// Whoever finds something when nobody is delivering becomes the one who delivers, outside the
/// lock, until nothing is left. So events arrive in the order in which they happened, whatever
/// the threads, and an observer that uses the group does not call itself.
struct Deliveries {
    enum Delivery {
        /// Tell the observers.
        case event(Notice, to: [any RequestGroupObserver])
        /// Tell those who wait for the group.
        case completion
        /// Tell for whom the group waits.
        case stall(RequestGroupStall, StallWatch)
    }

    /// What observers are told.
    struct Notice {
        var kind: RequestGroupEvent.Kind
        var label: String?
        var index: Int?
        var issuer: IssuingRequest?
        var issue: RequestIssue?
        var failure: RequestFailure?
        var progress: GroupProgress
        var instant: ContinuousClock.Instant
    }

    private var pending: [Delivery?] = []
    private var next = 0
    private var isDelivering = false

    mutating func add(_ delivery: Delivery) {
        pending.append(delivery)
    }

    /// A Boolean value that indicates whether there is something that no thread is delivering.
    var isWaiting: Bool { !isDelivering && next < pending.count }

    /// A Boolean value that indicates whether no delivery is left to take.
    var isEmpty: Bool { next == pending.count }

    /// A Boolean value that indicates whether everything has been delivered.
    var isIdle: Bool { !isDelivering && next == pending.count }

    /// Whether the caller is to deliver now, by taking until nothing is left.
    mutating func begin() -> Bool {
        guard isWaiting else { return false }
        isDelivering = true
        return true
    }

    /// The next delivery, which is the caller's alone: what it holds is released outside the lock.
    mutating func take() -> Delivery? {
        guard next < pending.count else {
            pending.removeAll(keepingCapacity: true)
            next = 0
            isDelivering = false
            return nil
        }
        defer {
            next += 1
            // Observers that keep issuing requests keep the queue from ever running empty.
            if next > 64, next > pending.count / 2 {
                pending.removeFirst(next)
                next = 0
            }
        }
        return pending[next].take()
    }
}

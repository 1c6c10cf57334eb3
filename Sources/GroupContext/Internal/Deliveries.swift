/// A queue of notifications, which are delivered one at a time and in order.
///
/// The first thread that finds the queue waiting delivers, outside the lock, until the queue is empty. So
/// observers see the events in the order in which these happened, and an observer that uses the group is
/// not called recursively.
struct Deliveries {
    enum Delivery {
        case event(Notice, to: [any RequestGroupObserver])
        case completion
        case stall(RequestGroupStall, StallWatch)
    }

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

    /// A Boolean value that indicates whether notifications are pending and no thread delivers them.
    var isWaiting: Bool { !isDelivering && next < pending.count }

    /// A Boolean value that indicates whether every notification has been taken.
    var isEmpty: Bool { next == pending.count }

    /// A Boolean value that indicates whether every notification has been delivered.
    var isIdle: Bool { !isDelivering && next == pending.count }

    /// Returns whether the caller has to deliver: then it calls `take()` until that returns `nil`.
    mutating func begin() -> Bool {
        guard isWaiting else { return false }
        isDelivering = true
        return true
    }

    /// Takes the next notification, which the caller releases outside the lock.
    mutating func take() -> Delivery? {
        guard next < pending.count else {
            pending.removeAll(keepingCapacity: true)
            next = 0
            isDelivering = false
            return nil
        }
        defer {
            next += 1
            // An observer that keeps issuing requests never lets the queue run empty, so taken entries are
            // removed here.
            if next > 64, next > pending.count / 2 {
                pending.removeFirst(next)
                next = 0
            }
        }
        return pending[next].take()
    }
}

/// A queue of notifications, which are delivered one at a time and in order.
///
/// The first thread that calls `beginDelivery()` delivers all notifications, outside the lock. So observers see the events
/// in order, and are not called recursively.
struct GroupNotifications {
    enum Delivery {
        case event(Notice, to: [any RequestGroupObserver])
        case completion
        /// An action that runs after all earlier notifications, such as the report of a stall.
        case call(@Sendable () -> Void)
    }

    /// A class, because `ContinuousClock.Instant` is slow to copy: its layout is known only at run time.
    final class Notice: Sendable {
        let kind: RequestGroupEvent.Kind
        let subject: Subject
        let progress: GroupProgress
        let instant = ContinuousClock.now

        init(_ kind: RequestGroupEvent.Kind, _ subject: Subject, _ progress: GroupProgress) {
            (self.kind, self.subject, self.progress) = (kind, subject, progress)
        }
    }

    /// The request of an event; if the event is about the whole group, only `issuer` can have a value.
    struct Subject {
        var label: String?
        var index: Int?
        var issuer: RequestIssuer?
        var metadata: RequestMetadata?
        var failure: RequestFailure?
    }

    private var pending = Queue<Delivery>()
    private var isDelivering = false
    /// The number of notifications to deliver before the completion; `nil` if no completion is pending.
    ///
    /// A number instead of a queued notification, so that a group without observers allocates no queue.
    private var completion: Int?

    mutating func add(_ delivery: Delivery) {
        pending.append(delivery)
    }

    mutating func addCompletion() {
        if completion == nil { completion = pending.count }
    }

    var needsDelivery: Bool { !isDelivering && !isEmpty }

    var isEmpty: Bool { pending.count == 0 && completion == nil }

    var isIdle: Bool { !isDelivering && isEmpty }

    /// Begins a delivery, unless a thread is delivering already, or nothing is pending.
    ///
    /// If the result is `true`, the caller, or a worker thread in its place, calls `take()` until the result is `nil`.
    mutating func beginDelivery() -> Bool {
        guard needsDelivery else { return false }
        isDelivering = true
        return true
    }

    /// Takes the next notification; the caller releases the notification outside the lock.
    mutating func take() -> Delivery? {
        if completion == 0 {
            completion = nil
            return .completion
        }
        guard let delivery = pending.take() else {
            isDelivering = false
            return nil
        }
        completion = completion.map { $0 - 1 }
        return delivery
    }
}

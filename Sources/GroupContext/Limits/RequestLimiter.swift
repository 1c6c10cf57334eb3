/// A limit on the number of requests in flight.
///
/// Further requests wait, and start by priority. Among requests of one priority, the oldest request starts first. A
/// waiting request blocks no thread. All methods may be called on any thread.
///
/// A group has a limiter of its own with the option ``RequestGroupOption/limit(_:)``. To limit all requests of one
/// client, in any group, pass a limiter to its wrapper.
///
/// A request whose method returns a handle cannot wait, because its caller needs the handle at once. If no permit
/// is free, the request starts above the limit, and is reported as ``RequestGroupEvent/Kind/exceededLimit``.
///
/// A request that misses the deadline of its group returns its permit. Requests can deadlock if every permit is
/// held by a request that awaits another request of the same limiter.
public final class RequestLimiter: Sendable {
    package let limit: Int

    fileprivate let shared = Locked(Shared())

    fileprivate struct Shared {
        var inFlight = 0
        var waiting = 0
        /// The waiting requests: a queue for each priority, the most urgent first.
        var queues: [(priority: RequestPriority, permits: Queue<Permit>)] = []
    }

    /// Creates a limiter.
    ///
    /// - Parameter limit: The number of requests that may be in flight at once, at least 1. The default of
    ///   five suits an old server.
    public init(limit: Int = 5) {
        precondition(limit > 0, "The limit of a limiter must be at least 1.")
        self.limit = limit
    }

    /// The number of requests in flight.
    public var inFlight: Int { shared.withLock { $0.inFlight } }

    /// The number of requests that wait for a permit.
    public var waiting: Int { shared.withLock { $0.waiting } }

    package func acquireIfFree() -> Permit? {
        let isFree = shared.withLock { shared in
            guard shared.inFlight < limit else { return false }
            shared.inFlight += 1
            return true
        }
        return isFree ? Permit(of: self, .running) : nil
    }

    /// Grants a permit, above the limit if necessary, to a request that cannot wait.
    package func acquireAtOnce() -> (permit: Permit, exceedsLimit: Bool) {
        let exceedsLimit = shared.withLock { shared in
            shared.inFlight += 1
            return shared.inFlight > limit
        }
        return (Permit(of: self, .running), exceedsLimit)
    }
}

/// A request that waits for a permit.
package protocol PermitWaiter: AnyObject, Sendable {
    /// Continues the start; the limiter calls this method for each permit that the request has waited for.
    func continueStart()

    /// Rejects the request; called at most once, and never after the start of the request.
    func reject(_ reason: CancellationReason)

    /// A Boolean value that indicates whether start and rejection only resume a task, and run no user code.
    var resumesTask: Bool { get }
}

/// A request whose permit has been granted, but which has not started yet.
package struct PermittedStart: Sendable {
    fileprivate let permit: Permit
    fileprivate let request: any PermitWaiter

    /// Starts the request, and then, in a loop, each request that gets a permit meanwhile.
    ///
    /// Usually called on the thread that freed the permit. On another thread, the recursion is one level deep.
    package func run() {
        let limiter = permit.limiter
        // A loop instead of recursion, because a request that ends at once frees a permit for the next request.
        var next: PermittedStart? = self
        while let starting = next {
            starting.request.continueStart()
            next = limiter.shared.withLock { shared in
                switch starting.permit.phase {
                case .endedWhileStarting:
                    starting.permit.phase = .ended
                    shared.inFlight -= 1
                case .starting: starting.permit.phase = .running
                case .new, .waiting, .running, .ended: break
                }
                return shared.startNext(upTo: limiter.limit)
            }
        }
    }
}

/// A permit of a limiter: a request has the permit, or waits for the permit in the queue.
package final class Permit: Sendable {
    fileprivate let limiter: RequestLimiter

    // Safe: after `init`, the phase is only accessed under the lock of the limiter.
    fileprivate nonisolated(unsafe) var phase: Phase

    /// The delayed request, until it starts or is rejected.
    // Safe: after `init`, the property is only accessed under the lock of the group.
    nonisolated(unsafe) var delayed: (any PermitWaiter)?

    fileprivate enum Phase {
        /// The permit is not in the queue yet.
        case new
        case waiting(any PermitWaiter)
        /// The permit was granted on the given thread, which usually starts the request, too.
        case starting(on: ThreadID)
        /// The request left while a thread was starting the request; that thread frees the permit after the start.
        case endedWhileStarting
        case running
        case ended
    }

    /// Creates a permit for which a request can wait; `delayed` is the request if this is its first such permit.
    package init(of limiter: RequestLimiter, delaying delayed: (any PermitWaiter)?) {
        (self.limiter, self.delayed) = (limiter, delayed)
        phase = .new
    }

    fileprivate init(of limiter: RequestLimiter, _ phase: Phase) {
        self.limiter = limiter
        self.phase = phase
    }

    /// Grants the permit if fewer requests than the limit are in flight; otherwise queues the permit.
    ///
    /// The start of a waiting request continues when another permit is freed.
    ///
    /// - Returns: Whether the permit is granted now. A permit that has already ended is never granted.
    package func acquire(for request: any PermitWaiter, _ priority: RequestPriority) -> Bool {
        limiter.shared.withLock { shared in
            guard case .new = phase else { return false }
            if shared.inFlight < limiter.limit {
                shared.inFlight += 1
                phase = .running
                return true
            }
            phase = .waiting(request)
            shared.add(self, priority)
            return false
        }
    }

    /// Frees the permit, and starts the next request; only the first call has an effect.
    package func end() {
        free()?.run()
    }

    /// Frees the permit, and returns the next request to start.
    package func free() -> PermittedStart? {
        // The waiting request is released after unlocking, because a deinit may run user code.
        let (_, next) = limiter.shared.withLock { shared in
            let before = phase
            switch before {
            case .new: phase = .ended
            case .waiting:
                phase = .ended
                shared.waiting -= 1
            case .starting(let thread) where thread == ThreadID(): phase = .endedWhileStarting
            case .starting, .running:
                phase = .ended
                shared.inFlight -= 1
            case .endedWhileStarting, .ended: break
            }
            return (before, shared.startNext(upTo: limiter.limit))
        }
        return next
    }
}

extension RequestLimiter.Shared {
    fileprivate mutating func add(_ permit: Permit, _ priority: RequestPriority) {
        // A binary search, because an app may give each request a priority of its own.
        var (position, end) = (0, queues.count)
        while position < end {
            let middle = (position + end) / 2
            if queues[middle].priority > priority { position = middle + 1 } else { end = middle }
        }
        if position == queues.endIndex || queues[position].priority != priority {
            queues.insert((priority, Queue()), at: position)
        }
        queues[position].permits.append(permit)
        waiting += 1
    }

    /// Grants a free permit to the first waiting request.
    fileprivate mutating func startNext(upTo limit: Int) -> PermittedStart? {
        while inFlight < limit, !queues.isEmpty {
            guard let permit = queues[0].permits.take() else {
                queues.removeFirst()
                continue
            }
            // Skip a permit that ended while waiting, because such a permit stays in the queue.
            guard case .waiting(let request) = permit.phase else { continue }
            permit.phase = .starting(on: ThreadID())
            inFlight += 1
            waiting -= 1
            return PermittedStart(permit: permit, request: request)
        }
        return nil
    }
}

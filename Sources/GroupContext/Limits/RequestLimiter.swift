#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A limit on the requests in flight: further requests start later, by priority, then first in, first out.
///
/// A group has a limiter of its own with the option ``RequestGroupOption/limit(_:)``. To limit all requests
/// of one client, in any group, pass a limiter to its wrapper. A waiting request blocks no thread. All
/// methods may be called on any thread.
///
/// A request whose method returns a handle cannot wait: it starts above the limit, which is reported as
/// ``RequestGroupEvent/Kind/exceededLimit``.
///
/// A request that misses the deadline of its group returns its permit. A request that awaits another request
/// of the same limiter before it answers waits for ever if such requests hold all permits.
public final class RequestLimiter: Sendable {
    /// The number of requests that may be in flight at once.
    package let limit: Int

    private let shared = Locked(Shared())

    fileprivate struct Shared {
        var inFlight = 0
        var waiting = 0
        /// The waiting requests, in one line for each priority, the most urgent first.
        var lines: [Line] = []
    }

    /// Makes a limiter.
    ///
    /// - Parameter limit: The number of requests that may be in flight at once, at least 1. The default of
    ///   five suits an old server.
    public init(limit: Int = 5) {
        precondition(limit > 0, "A limiter needs a limit of at least 1 to let anything start.")
        self.limit = limit
    }

    /// The number of requests in flight.
    public var inFlight: Int { shared.withLock { $0.inFlight } }

    /// The number of requests that wait for a permit.
    public var waiting: Int { shared.withLock { $0.waiting } }

    package func acquireIfFree() -> LimiterPermit? {
        let isFree = shared.withLock { shared in
            guard shared.inFlight < limit else { return false }
            shared.inFlight += 1
            return true
        }
        return isFree ? LimiterPermit(of: self) : nil
    }

    /// Takes a permit, or adds one to the line; then `start` is called once, on the thread that frees a
    /// permit for it.
    package func acquire(
        _ priority: RequestPriority,
        orWait start: @escaping @Sendable () -> Void
    ) -> (permit: LimiterPermit, startsNow: Bool) {
        let permit = LimiterPermit(of: self)
        let startsNow = shared.withLock { shared in
            if shared.inFlight < limit {
                shared.inFlight += 1
                return true
            }
            permit.phase = .waiting(start)
            shared.add(permit, priority)
            return false
        }
        return (permit, startsNow)
    }

    /// Takes a permit even if none is free, for a request that cannot wait, and returns whether it exceeds
    /// the limit.
    package func acquireAtOnce() -> (permit: LimiterPermit, exceedsLimit: Bool) {
        let exceedsLimit = shared.withLock { shared in
            shared.inFlight += 1
            return shared.inFlight > limit
        }
        return (LimiterPermit(of: self), exceedsLimit)
    }

    /// Frees a permit, and returns the next request to start.
    fileprivate func free(_ permit: LimiterPermit) -> LimiterStart? {
        // The closure that would have started the request is released after unlocking: a deinit may run user code.
        let (before, next) = shared.withLock { shared in
            let before = permit.phase
            switch before {
            case .waiting:
                permit.phase = .ended
                shared.waiting -= 1
            case .starting(let thread) where pthread_equal(thread, pthread_self()) != 0:
                permit.phase = .endedWhileStarting
            case .starting, .running:
                permit.phase = .ended
                shared.inFlight -= 1
            case .endedWhileStarting, .ended: break
            }
            return (before, shared.startNext(upTo: limit))
        }
        return withExtendedLifetime(before) { next }
    }

    /// Starts requests in a loop, not recursively, because each request that ends at once frees a permit for
    /// the next.
    fileprivate func start(_ first: LimiterStart) {
        var next: LimiterStart? = first
        while let starting = next {
            starting.start()
            next = shared.withLock { shared in
                switch starting.permit.phase {
                case .endedWhileStarting:
                    starting.permit.phase = .ended
                    shared.inFlight -= 1
                case .starting: starting.permit.phase = .running
                case .waiting, .running, .ended: break
                }
                return shared.startNext(upTo: limit)
            }
        }
    }
}

/// A request that has got its permit, and has to be started.
package struct LimiterStart: Sendable {
    fileprivate let permit: LimiterPermit
    fileprivate let start: @Sendable () -> Void

    /// Starts the request, and each request that gets a permit meanwhile; call it on the thread that freed
    /// the permit.
    package func run() {
        permit.limiter.start(self)
    }
}

/// The permit of a request, or its place in the line.
package final class LimiterPermit: Sendable {
    fileprivate let limiter: RequestLimiter

    // Safe: only the limiter accesses it, under its lock.
    fileprivate nonisolated(unsafe) var phase = Phase.running

    fileprivate enum Phase {
        /// In the line; the closure starts the request.
        case waiting(@Sendable () -> Void)
        /// Granted on this thread, which calls the closure that starts the request.
        case starting(on: pthread_t)
        /// Ended during its own start; the thread that starts it frees the permit.
        case endedWhileStarting
        case running
        case ended
    }

    fileprivate init(of limiter: RequestLimiter) {
        self.limiter = limiter
    }

    /// Frees the permit, and starts the next request; only the first call counts.
    package func end() {
        free()?.run()
    }

    /// Frees the permit, and returns the next request, which the caller has to start.
    package func free() -> LimiterStart? {
        limiter.free(self)
    }
}

/// The waiting permits of one priority, the oldest first.
private struct Line {
    let priority: RequestPriority
    var permits: [LimiterPermit] = []
    var next = 0

    /// Takes the oldest permit, and now and then removes the taken ones from the array.
    mutating func take() -> LimiterPermit? {
        guard next < permits.count else { return nil }
        defer {
            next += 1
            if next > 64, next > permits.count / 2 {
                permits.removeFirst(next)
                next = 0
            }
        }
        return permits[next]
    }
}

extension RequestLimiter.Shared {
    fileprivate mutating func add(_ permit: LimiterPermit, _ priority: RequestPriority) {
        let position = lines.firstIndex { $0.priority <= priority } ?? lines.endIndex
        if position == lines.endIndex || lines[position].priority != priority {
            lines.insert(Line(priority: priority), at: position)
        }
        lines[position].permits.append(permit)
        waiting += 1
    }

    /// Grants a free permit to the next request, if there are both.
    fileprivate mutating func startNext(upTo limit: Int) -> LimiterStart? {
        while inFlight < limit, !lines.isEmpty {
            guard let permit = lines[0].take() else {
                lines.removeFirst()
                continue
            }
            // A permit that ended while it waited is still in the line.
            guard case .waiting(let start) = permit.phase else { continue }
            permit.phase = .starting(on: pthread_self())
            inFlight += 1
            waiting -= 1
            return LimiterStart(permit: permit, start: start)
        }
        return nil
    }
}

// Limits: who has to wait for a slot, and who comes first.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Caps how many requests are in flight; further ones start later, first in first out by priority.
///
/// A group has one of its own if it is opened with ``RequestGroupOption/limit(_:)``. Make one and
/// hand it to a wrapper to cap everything that goes through one client, whatever the groups. No
/// thread is ever blocked: what waits is the start of the request.
///
/// A request whose method returns a handle cannot wait: it starts above the limit, which is reported as
/// ``RequestGroupEvent/Kind/exceededLimit``.
///
/// A request that misses the deadline of its group gives its slot back, answered or not. One that
/// awaits another request of the same limiter before it answers waits for ever when all slots are
/// taken by such requests.
public final class RequestLimiter: Sendable {
    /// How many requests may be in flight at once.
    public let limit: Int

    private let shared = Locked(Shared())

    fileprivate struct Shared {
        var inFlight = 0
        var waiting = 0
        /// Those who wait, the most urgent line first.
        var lines: [Line] = []
    }

    /// Makes a limiter.
    ///
    /// - Parameter limit: how many requests may be in flight at once, at least 1. By default five,
    ///   as few as an old server can be expected to bear from one app.
    public init(limit: Int = 5) {
        precondition(limit > 0, "A limiter needs a limit of at least 1 to let anything start.")
        self.limit = limit
    }

    /// How many requests are in flight.
    public var inFlight: Int { shared.withLock { $0.inFlight } }

    /// How many requests wait for their start.
    public var waiting: Int { shared.withLock { $0.waiting } }

    /// Takes a slot if one is free.
    package func acquireIfFree() -> LimiterPermit? {
        let isFree = shared.withLock { shared in
            guard shared.inFlight < limit else { return false }
            shared.inFlight += 1
            return true
        }
        return isFree ? LimiterPermit(of: self) : nil
    }

    /// Asks for a slot.
    ///
    /// Without a free one, the start is called once as soon as there is one, on the thread that
    /// freed it.
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

    /// Takes a permit even if none is free, for a request that cannot wait.
    ///
    /// - Returns: the permit, and whether that exceeds the limit.
    package func acquireAtOnce() -> (permit: LimiterPermit, exceedsLimit: Bool) {
        let exceedsLimit = shared.withLock { shared in
            shared.inFlight += 1
            return shared.inFlight > limit
        }
        return (LimiterPermit(of: self), exceedsLimit)
    }

    /// Frees the slot of a permit, and gives it to whoever is next.
    fileprivate func free(_ permit: LimiterPermit) -> LimiterStart? {
        // What would have started it is released outside the lock, as it may hold the last reference to
        // anything.
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

    /// Starts one after the other in a loop: a start that ends at once does not start the next inside its
    /// own, however many there are.
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

/// Somebody who has got a slot, and is to be started.
package struct LimiterStart: Sendable {
    fileprivate let permit: LimiterPermit
    fileprivate let start: @Sendable () -> Void

    /// Starts it, and whoever gets a slot by that; to be called where the slot was freed.
    package func run() {
        permit.limiter.start(self)
    }
}

/// A slot of a limiter, or a place in the line for one.
package final class LimiterPermit: Sendable {
    fileprivate let limiter: RequestLimiter

    // Safe: only the limiter touches it, under its lock.
    fileprivate nonisolated(unsafe) var phase = Phase.running

    fileprivate enum Phase {
        /// In the line; the closure starts it.
        case waiting(@Sendable () -> Void)
        /// It has got the slot on this thread, where its start is called.
        case starting(on: pthread_t)
        /// Ended by its own start, which has not returned yet: whoever starts it frees the slot.
        case endedWhileStarting
        case running
        case ended
    }

    fileprivate init(of limiter: RequestLimiter) {
        self.limiter = limiter
    }

    /// Gives the slot to whoever is next; only the first call counts.
    package func end() {
        free()?.run()
    }

    /// Gives the slot to whoever is next, and leaves it to the caller to start that.
    package func free() -> LimiterStart? {
        limiter.free(self)
    }
}

/// Those who wait with one priority, the oldest first.
private struct Line {
    let priority: RequestPriority
    var permits: [LimiterPermit] = []
    var next = 0

    /// Takes the oldest, and now and then forgets who was taken.
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
    /// Adds a permit to the end of the line of its priority.
    fileprivate mutating func add(_ permit: LimiterPermit, _ priority: RequestPriority) {
        let position = lines.firstIndex { $0.priority <= priority } ?? lines.endIndex
        if position == lines.endIndex || lines[position].priority != priority {
            lines.insert(Line(priority: priority), at: position)
        }
        lines[position].permits.append(permit)
        waiting += 1
    }

    /// Gives a free slot to whoever is next, if there is one.
    fileprivate mutating func startNext(upTo limit: Int) -> LimiterStart? {
        while inFlight < limit, !lines.isEmpty {
            guard let permit = lines[0].take() else {
                lines.removeFirst()
                continue
            }
            // Who has ended while waiting is still in the line.
            guard case .waiting(let start) = permit.phase else { continue }
            permit.phase = .starting(on: pthread_self())
            inFlight += 1
            waiting -= 1
            return LimiterStart(permit: permit, start: start)
        }
        return nil
    }
}

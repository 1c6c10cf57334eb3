/// Caps how many requests are in flight; further ones start later, first in first out by priority.
///
/// A group has one of its own if it is opened with ``RequestGroupOption/limit(_:)``. Make one and
/// hand it to a wrapper to cap everything that goes through one client, whatever the groups. No
/// thread is ever blocked: what waits is the start of the request.
///
/// A request that misses the deadline of its group gives its slot back, answered or not. One that
/// awaits another request of the same limiter before it answers waits for ever when all slots are
/// taken by such requests.
public final class RequestLimiter: Sendable {
    private struct Shared {
        var state: LimiterState
        /// The starts of those who wait.
        var starts: [Int: @Sendable () -> Void] = [:]
        typealias Next = (permit: Int, start: @Sendable () -> Void)
        mutating func take(_ transition: (inout LimiterState) -> Int?) -> Next? {
            guard let permit = transition(&state) else { return nil }
            return starts.removeValue(forKey: permit).map { (permit, $0) }
        }
    }

    private let shared: Locked<Shared>

    /// Makes a limiter.
    ///
    /// - Parameter limit: how many requests may be in flight at once, at least 1. By default five,
    ///   as few as an old server can be expected to bear from one app.
    public init(limit: Int = 5) {
        precondition(limit > 0, "A limiter needs a limit of at least 1 to let anything start.")
        shared = Locked(Shared(state: LimiterState(limit: limit)))
    }

    /// How many requests may be in flight at once.
    public var limit: Int { shared.withLock { $0.state.limit } }

    /// How many requests are in flight.
    public var inFlight: Int { shared.withLock { $0.state.inFlight } }

    /// How many requests wait for their start.
    public var waiting: Int { shared.withLock { $0.starts.count } }

    /// Asks for a slot.
    ///
    /// Without a free one, the start is called once as soon as there is one, on the thread that
    /// freed it.
    package func acquire(
        _ priority: RequestPriority,
        orWait start: @escaping @Sendable () -> Void
    ) -> (permit: LimiterPermit, startsNow: Bool) {
        let (permit, startsNow) = shared.withLock { shared in
            let (permit, startsNow) = shared.state.acquire(priority)
            if !startsNow { shared.starts[permit] = start }
            return (permit, startsNow)
        }
        return (LimiterPermit(limiter: self, number: permit), startsNow)
    }

    /// Takes a slot even if none is free, for a request that cannot wait.
    package func acquireAtOnce() -> LimiterPermit {
        LimiterPermit(limiter: self, number: shared.withLock { $0.state.acquireAtOnce() })
    }

    fileprivate func end(_ permit: Int) {
        // Who ends while waiting never starts. What would have started it is released outside the
        // lock, as it may hold the last reference to anything.
        let (obsolete, next) = shared.withLock { shared in
            let obsolete = shared.starts.removeValue(forKey: permit)
            return (obsolete, shared.take { $0.end(permit) })
        }
        withExtendedLifetime(obsolete) { startWhoIsNext(next) }
    }

    /// Starts one after the other in a loop: a start that ends at once does not start the next.
    private func startWhoIsNext(_ first: Shared.Next?) {
        var next = first
        while let (permit, start) = next {
            start()
            next = shared.withLock { $0.take { $0.didStart(permit) } }
        }
    }
}

/// A slot of a limiter, or a place in the line for one.
package final class LimiterPermit: Sendable {
    private let limiter: RequestLimiter
    private let number: Int
    private let hasEnded = Locked(false)

    fileprivate init(limiter: RequestLimiter, number: Int) {
        self.limiter = limiter
        self.number = number
    }

    /// Gives the slot to whoever is next; only the first call counts.
    package func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { limiter.end(number) }
    }
}

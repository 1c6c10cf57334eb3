/// Who may start and who waits, first in first out by priority.
///
/// A pure value: no lock, no closure. A permit is waiting, starting (its start is being called),
/// or running; who got a slot at once is running from the beginning.
struct LimiterState {
    private enum Phase {
        case waiting
        case starting
        /// Ended before its start returned: the starter frees the slot, so that a million
        /// requests that are answered at once do not start one inside the other.
        case endedWhileStarting
    }

    /// What waits at one priority, oldest first.
    private struct Line {
        let priority: RequestPriority
        var permits: [Int] = []
        var next = 0

        /// Takes the oldest, and now and then forgets who was taken.
        mutating func take() -> Int? {
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

    let limit: Int
    private(set) var inFlight = 0
    private var nextPermit = 0
    private var phases: [Int: Phase] = [:]
    /// The lines, most urgent first.
    private var lines: [Line] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Asks for a slot; without a free one the permit waits.
    mutating func acquire(_ priority: RequestPriority) -> (permit: Int, startsNow: Bool) {
        guard inFlight >= limit else { return (acquireAtOnce(), true) }
        let permit = makePermit()
        phases[permit] = .waiting
        let position = lines.firstIndex { $0.priority <= priority } ?? lines.endIndex
        if position == lines.endIndex || lines[position].priority != priority {
            lines.insert(Line(priority: priority), at: position)
        }
        lines[position].permits.append(permit)
        return (permit, false)
    }

    /// Takes a slot even if none is free.
    mutating func acquireAtOnce() -> Int {
        inFlight += 1
        return makePermit()
    }

    /// A permit has ended, or does not want to start any more.
    ///
    /// Returns whom to start next.
    mutating func end(_ permit: Int) -> Int? {
        switch phases[permit] {
        case .waiting:
            phases[permit] = nil
            return nil
        case .starting:
            phases[permit] = .endedWhileStarting
            return nil
        case .endedWhileStarting:
            return nil
        case nil:
            inFlight -= 1
            return next()
        }
    }

    /// The start of a permit that had waited has returned.
    ///
    /// Returns whom to start next.
    mutating func didStart(_ permit: Int) -> Int? {
        guard phases.removeValue(forKey: permit) == .endedWhileStarting else { return nil }
        inFlight -= 1
        return next()
    }

    private mutating func makePermit() -> Int {
        defer { nextPermit += 1 }
        return nextPermit
    }

    private mutating func next() -> Int? {
        while inFlight < limit, !lines.isEmpty {
            guard let permit = lines[0].take() else {
                lines.removeFirst()
                continue
            }
            // Who has ended while waiting has no phase any more.
            guard phases[permit] == .waiting else { continue }
            phases[permit] = .starting
            inFlight += 1
            return permit
        }
        return nil
    }
}

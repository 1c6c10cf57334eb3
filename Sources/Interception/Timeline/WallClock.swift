import Foundation

/// What the clocks of others show at an instant: taken once, so that the distances are those of the one clock.
struct WallClock: Sendable {
    private let instant: ContinuousClock.Instant
    private let nanoseconds: Int64

    init(at instant: ContinuousClock.Instant = .now, _ date: Date = Date()) {
        self.instant = instant
        nanoseconds = Int64((date.timeIntervalSince1970 * 1e6).rounded()) * 1_000
    }

    /// The nanoseconds since the beginning of 1970 at an instant.
    func nanoseconds(at instant: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = (instant - self.instant).components
        return nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

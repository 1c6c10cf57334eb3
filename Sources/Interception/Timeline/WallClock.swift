import Foundation

/// A conversion of instants into wall-clock time.
///
/// The wall clock is read only once, so that the difference between two converted instants is their duration.
struct WallClock: Sendable {
    private let instant: ContinuousClock.Instant
    private let nanoseconds: Int64

    init(at instant: ContinuousClock.Instant = .now, _ date: Date = Date()) {
        self.instant = instant
        nanoseconds = Int64((date.timeIntervalSince1970 * 1e6).rounded()) * 1_000
    }

    func nanoseconds(at instant: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = (instant - self.instant).components
        return nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

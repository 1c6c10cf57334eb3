import Foundation

/// A conversion of instants into wall-clock time.
///
/// The wall clock is read only once, so that the difference between two converted instants is their duration.
struct WallClock: Sendable {
    /// The time of a `TimelineTime` of zero nanoseconds, in nanoseconds since 1970.
    private let zero: Int64

    init(at instant: ContinuousClock.Instant = .now, _ date: Date = Date()) {
        let nanoseconds = Int64((date.timeIntervalSince1970 * 1e6).rounded()) * 1_000
        zero = nanoseconds - TimelineTime(instant).nanoseconds
    }

    func nanoseconds(at time: TimelineTime) -> Int64 { zero + time.nanoseconds }
}

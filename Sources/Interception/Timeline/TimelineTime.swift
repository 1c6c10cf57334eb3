import Foundation

/// An instant in a recording, in nanoseconds.
///
/// The compiler does not know the size of `ContinuousClock.Instant`, so copies of a value that contains one are slow.
struct TimelineTime: Comparable {
    private static let reference = ContinuousClock.now

    let nanoseconds: Int64

    init(_ instant: ContinuousClock.Instant) {
        let (seconds, attoseconds) = (instant - Self.reference).components
        nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// Returns the wall-clock time at zero nanoseconds, in nanoseconds since 1970.
    static func wallClockAtZero() -> Int64 {
        let wallClock = Int64((Date().timeIntervalSince1970 * 1e6).rounded()) * 1_000
        return wallClock - Self(.now).nanoseconds
    }

    var instant: ContinuousClock.Instant { Self.reference + .nanoseconds(nanoseconds) }

    static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the difference in nanoseconds.
    static func - (left: Self, right: Self) -> Double {
        Double(left.nanoseconds - right.nanoseconds)
    }
}

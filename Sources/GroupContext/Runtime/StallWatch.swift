/// The time after which a group has stalled, and the action that reports the stall.
///
/// A class, so that a group without a watch stays small.
final class StallWatch: Sendable {
    let patience: Duration
    let clock: any Clock<Duration>
    let action: @Sendable (RequestGroupStall) -> Void

    let age: @Sendable () -> Duration

    init(
        patience: Duration,
        clock: any Clock<Duration>,
        action: @escaping @Sendable (RequestGroupStall) -> Void
    ) {
        self.patience = patience
        self.clock = clock
        self.action = action
        age = Self.stopwatch(clock)
    }

    /// Returns a closure that measures the time from now on.
    ///
    /// The function is generic, because each clock has its own instants.
    private static func stopwatch<SomeClock: Clock>(
        _ clock: SomeClock
    ) -> @Sendable () -> Duration where SomeClock.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

/// The time after which a group has stalled, and the action that reports the stall.
///
/// A class, so that a group without a watch stays small.
final class StallWatch: Sendable {
    let patience: Duration
    let clock: any Clock<Duration>
    let action: @Sendable (RequestGroupStall) -> Void

    let age: @Sendable () -> Duration

    /// Creates a watch that measures the time from now on.
    ///
    /// The initializer is generic, because each clock has its own instants.
    init<SomeClock: Clock<Duration>>(
        patience: Duration,
        clock: SomeClock,
        action: @escaping @Sendable (RequestGroupStall) -> Void
    ) {
        (self.patience, self.clock, self.action) = (patience, clock, action)
        let start = clock.now
        age = { start.duration(to: clock.now) }
    }
}

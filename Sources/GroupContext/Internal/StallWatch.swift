/// The time after which a group has stalled, and the action that reports it.
///
/// A class, so that the watch does not enlarge groups without one.
final class StallWatch: Sendable {
    let patience: Duration
    let clock: any Clock<Duration>
    let action: @Sendable (RequestGroupStall) -> Void

    /// Returns the time for which the group has been open.
    let age: @Sendable () -> Duration

    private let isOpen = Locked(true)

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

    /// Ends the watch, and returns whether it was open, so that a group reports a stall at most once.
    @discardableResult
    func close() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }

    /// Returns a closure that measures the time from now on; generic, because an `any Clock` hides the type
    /// of its instants.
    private static func stopwatch<SomeClock: Clock>(
        _ clock: SomeClock
    ) -> @Sendable () -> Duration where SomeClock.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

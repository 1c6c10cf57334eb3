/// Who is told that a group stalls, and after how long.
///
/// A class, so that a group without one is no larger.
final class StallWatch: Sendable {
    let patience: Duration
    let clock: any Clock<Duration>
    let action: @Sendable (RequestGroupStall) -> Void

    /// How long the group has been open.
    let age: @Sendable () -> Duration

    private let isOpen = Locked(true)

    /// Starts watching a group that is being opened.
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

    /// Ends the watch, and returns whether it was still open: there is one report at most.
    @discardableResult
    func close() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }

    /// Gives the type of the clock a name, without which its instants cannot be kept.
    private static func stopwatch<SomeClock: Clock>(
        _ clock: SomeClock
    ) -> @Sendable () -> Duration where SomeClock.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

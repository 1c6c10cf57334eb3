// What happens to a group when time has passed; each timer ends with its group, and keeps it not.
extension RequestGroup {
    func startTimers() {
        if let timeout = configuration.timeout {
            after(timeout, by: configuration.clock) { $0.cancelWithoutBlocking(.deadline) }
        }
        if let watch = configuration.stallWatch {
            after(watch.patience, by: watch.clock) { group in
                WorkerThreads.userCode.run { group.reportStall(to: watch) }
            }
        }
    }

    private func after(
        _ duration: Duration,
        by clock: any Clock<Duration>,
        _ action: @escaping @Sendable (RequestGroup) -> Void
    ) {
        // Timers share few threads, so the action runs no user code.
        // A process does not live for a century, and `.seconds(.max)` is a way to say never.
        guard duration < .seconds(3_000_000_000) else { return }
        // Outside any group: what is cancelled at the deadline may call back in this task.
        let timer = withoutRequestGroup {
            Task { [weak self] in
                try await Self.sleep(for: duration, by: clock)
                if let self { action(self) }
            }
        }
        whenCompleted { timer.cancel() }
    }

    /// Sleeps in steps, each no longer than what has passed before.
    ///
    /// A sleep that is cancelled returns at once, but stays in the queue of the system until it would
    /// have ended. So of a group that has ended nothing stays behind for longer than the group has been
    /// open, or a second, however far away its deadline was.
    private static func sleep<SomeClock: Clock>(
        for duration: Duration,
        by clock: SomeClock
    ) async throws where SomeClock.Duration == Duration {
        let start = clock.now
        var age = Duration.zero
        while age < duration {
            let step = min(duration - age, max(age, .seconds(1)))
            // From the time that the step was measured at: a clock may be moved between two looks at it.
            try await clock.sleep(until: start.advanced(by: age + step), tolerance: nil)
            // The sleep of a clock may ignore that its task is cancelled.
            try Task.checkCancellation()
            // The time of a clock for tests may stand still.
            age = max(age + step, start.duration(to: clock.now))
        }
    }

    func reportStall(to watch: StallWatch) {
        let age = watch.age()
        update { state, _ in
            guard !state.phase.isOver else { return }
            let stall = RequestGroupStall(state, groupName: name, age: age)
            state.deliveries.add(.stall(stall, watch))
        }
    }
}

// What happens to a group when time has passed; each timer ends with its group, and keeps it not.
extension RequestGroup {
    func startTimers() {
        if let timeout = configuration.timeout {
            after(timeout, by: configuration.clock) { $0.cancelWithoutBlocking(.deadline) }
        }
        if let watch = configuration.stallWatch {
            after(watch.patience, by: watch.clock) { await $0.report(to: watch) { !$0.isOver } }
        }
    }

    /// Starts watching the completion handler of the completed group, which waits for its queue.
    ///
    /// - Returns: the timer, to be cancelled when the handler runs; `nil` if no report is due any more.
    package func watchCompletion() -> Task<Void, any Error>? {
        guard let watch = configuration.stallWatch else {
            #if DEBUG
            return timer(.seconds(5), by: ContinuousClock()) { group in
                guard await MainThread.isBlocked(), !Task.isCancelled else { return }
                DebugConsole.report(.blockedCompletion, groupName: group.name)
            }
            #else
            return nil
            #endif
        }
        let rest = watch.patience - watch.age()
        guard rest > .zero else { return nil }
        return timer(rest, by: watch.clock) { await $0.report(to: watch, when: \.isOver) }
    }

    private func after(
        _ duration: Duration,
        by clock: any Clock<Duration>,
        _ action: @escaping @Sendable (RequestGroup) async -> Void
    ) {
        guard let timer = timer(duration, by: clock, action) else { return }
        whenCompleted { timer.cancel() }
    }

    private func timer(
        _ duration: Duration,
        by clock: any Clock<Duration>,
        _ action: @escaping @Sendable (RequestGroup) async -> Void
    ) -> Task<Void, any Error>? {
        // Timers share few threads, so the action runs no user code.
        // A process does not live for a century, and `.seconds(.max)` is a way to say never.
        guard duration < .seconds(3_000_000_000) else { return nil }
        // Outside any group: what is cancelled at the deadline may call back in this task.
        return withoutRequestGroup {
            Task { [weak self] in
                try await Self.sleep(for: duration, by: clock)
                if let self { await action(self) }
            }
        }
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

    /// Reports a stall if the group is still in the phase.
    private func report(
        to watch: StallWatch,
        when isStalled: @escaping @Sendable (GroupState.Phase) -> Bool
    ) async {
        let age = watch.age()
        let isMainThreadBlocked = await MainThread.isBlocked()
        // The timer is cancelled when the completion handler runs.
        if Task.isCancelled { return }
        WorkerThreads.userCode.run { [self] in
            reportStall(
                to: watch,
                age: age,
                when: isStalled,
                isMainThreadBlocked: isMainThreadBlocked
            )
        }
    }

    func reportStall(
        to watch: StallWatch,
        age: Duration,
        when isStalled: (GroupState.Phase) -> Bool = { !$0.isOver },
        isMainThreadBlocked: Bool = false
    ) {
        update { state, _ in
            guard isStalled(state.phase) else { return }
            var stall = RequestGroupStall(state, groupName: name, age: age)
            stall.isMainThreadBlocked = isMainThreadBlocked
            state.deliveries.add(.stall(stall, watch))
        }
    }
}

// The timers of a group, for its deadline and for stall reports. The timers do not retain the group.
extension RequestGroup {
    func startTimers() {
        if let timeout = configuration.timeout {
            whenCompleted(
                timer(timeout, by: configuration.clock) { group in
                    #if DEBUG
                    group.reportBodyAtDeadline()
                    #endif
                    group.cancelWithoutBlocking(.deadline)
                }
            )
        }
        if let watch = configuration.stallWatch {
            whenCompleted(
                timer(watch.patience, by: watch.clock) { await $0.report(to: watch) { !$0.isOver } }
            )
        }
    }

    /// Reports a stall if the completion handler does not run in time; the returned closure ends the watch.
    package func watchCompletion() -> (@Sendable () -> Void)? {
        guard let watch = configuration.stallWatch else { return nil }
        let rest = max(.zero, watch.patience - watch.age())
        let cancel = timer(rest, by: watch.clock) { await $0.report(to: watch, when: \.isOver) }
        return { [self] in
            cancel()
            shared.withLock { $0.hasEndedStallWatch = true }
        }
    }

    #if DEBUG
    /// Reports a group whose deadline passes while only its body is outstanding, because such a group may succeed.
    private func reportBodyAtDeadline() {
        let isRunning = shared.withLock { $0.phase == .open && $0.members.isEmpty }
        if isRunning { DebugConsole.report(.bodyAtDeadline, groupName: name) }
    }

    /// Starts a task that reports a blocked main thread; the caller cancels the task when the completion handler runs.
    package func watchMainThread(every interval: Duration = .seconds(5)) -> Task<Void, any Error> {
        withoutRequestGroup {
            Task { [weak self] in
                repeat {
                    try await Task.sleep(for: interval)
                    if self == nil { return }
                } while await !MainThread.isBlocked()
                try Task.checkCancellation()
                if let self { DebugConsole.report(.blockedCompletion, groupName: name) }
            }
        }
    }
    #endif

    /// Starts a timer, and returns the closure that cancels it.
    ///
    /// The action must run no user code, because all timers share a few threads.
    private func timer(
        _ duration: Duration,
        by clock: any Clock<Duration>,
        _ action: @escaping @Sendable (RequestGroup) async -> Void
    ) -> @Sendable () -> Void {
        guard duration < .longestTimer else { return {} }
        // The task starts outside any group, because a task retains the group that is current at its start.
        let task = withoutRequestGroup {
            Task { [weak self] in
                try await Self.sleep(for: duration, by: clock)
                if let self { await action(self) }
            }
        }
        return { task.cancel() }
    }

    /// Sleeps in steps: one second first, and then at most as long as all earlier steps together.
    ///
    /// The system keeps a cancelled sleep in a queue until the sleep would have ended. Short steps at the
    /// beginning keep this time short for a group that completes early.
    private static func sleep<SomeClock: Clock>(
        for duration: Duration,
        by clock: SomeClock
    ) async throws where SomeClock.Duration == Duration {
        let start = clock.now
        var age = Duration.zero
        while age < duration {
            let step = min(duration - age, max(age, .seconds(1)))
            // Each step ends at an absolute time, because a test may advance its clock between two readings.
            try await clock.sleep(until: start.advanced(by: age + step), tolerance: nil)
            // The sleep of a custom clock may ignore that its task is cancelled, so check here.
            try Task.checkCancellation()
            // A clock for tests may stand still, so the age grows by at least the step.
            age = max(age + step, start.duration(to: clock.now))
        }
    }

    private func report(
        to watch: StallWatch,
        when isStalled: @escaping @Sendable (GroupState.Phase) -> Bool
    ) async {
        let age = watch.age()
        let isBlocked = await MainThread.isBlocked()
        // The completion handler may have run meanwhile and cancelled this timer; then there is nothing to report.
        if Task.isCancelled { return }
        WorkerThreads.limited.run { [self] in
            reportStall(to: watch, age: age, when: isStalled, isMainThreadBlocked: isBlocked)
        }
    }

    func reportStall(
        to watch: StallWatch,
        age: Duration,
        when isStalled: (GroupState.Phase) -> Bool = { !$0.isOver },
        isMainThreadBlocked: Bool = false
    ) {
        update { state, _ in
            guard isStalled(state.phase), !state.hasEndedStallWatch else { return }
            state.hasEndedStallWatch = true
            var stall = RequestGroupStall(state, groupName: name, age: age)
            stall.isMainThreadBlocked = isMainThreadBlocked
            // The user's action runs outside any group, so that requests of the action do not delay this group.
            let report = { @Sendable [stall] in withoutRequestGroup { watch.action(stall) } }
            state.deliveries.add(.call(report))
        }
    }
}

extension Duration {
    /// The longest duration of a timer, 95 years, because a clock may trap for a duration such as `.seconds(.max)`.
    package static var longestTimer: Duration { .seconds(3_000_000_000) }
}

// What happens to a group when time has passed; each timer ends with its group, and keeps it not.
extension RequestGroup {
    func startTimers() {
        if let timeout = configuration.timeout {
            after(timeout, by: configuration.clock) { $0.cancel(.deadline) }
        }
        if let watch = configuration.stallWatch {
            after(watch.patience, by: watch.clock) { $0.reportStall(to: watch) }
        }
    }

    private func after(
        _ duration: Duration,
        by clock: any Clock<Duration>,
        _ action: @escaping @Sendable (RequestGroup) -> Void
    ) {
        // Outside any group: what is cancelled at the deadline may call back in this task.
        let timer = withoutRequestGroup {
            Task { [weak self] in
                // A clock traps where its instants end, and `.seconds(.max)` is a way to say never.
                try await clock.sleep(for: min(duration, .seconds(3_000_000_000)))
                if let self { action(self) }
            }
        }
        whenCompleted { timer.cancel() }
    }

    func reportStall(to watch: StallWatch) {
        let age = watch.age()
        shared.withLock { shared in
            guard !shared.state.isCompleted else { return }
            let stall = RequestGroupStall(shared.state, groupName: name, age: age)
            // What the report issues itself must not hold up the group even longer.
            shared.deliveries.add { withoutRequestGroup { watch.action(stall) } }
        }
        deliver()
    }
}

// The progress of a group: its value, its changes as a sequence, and the observers behind these.
extension RequestGroup {
    /// The progress of the group so far.
    public var progress: GroupProgress { shared.withLock { $0.state.progress } }

    /// The progress of the group from now on, as an asynchronous sequence.
    ///
    /// The sequence yields the current progress at once, then the newest after each change, and ends when the
    /// group has completed. A slow reader skips values. Read it outside the body of the group or in a task of
    /// its own, because the group waits for its body.
    ///
    /// ```swift
    /// try await withRequestGroup("home page") { group in
    ///     Task { for await progress in group.progressUpdates { bar.show(progress) } }
    ///     network.post("feed", success: show, failure: report)
    /// }
    /// ```
    public var progressUpdates: AsyncStream<GroupProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: GroupProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let listener = ProgressStream(continuation: continuation)
        continuation.onTermination = { [weak self, weak listener] _ in
            guard let listener else { return }
            self?.removeObserver(listener)
        }
        addObserver(listener)
        return stream
    }

    private func addObserver(_ observer: ProgressStream) {
        update { state, _ in
            state.recorders.append(observer)
            let notice = Deliveries.Notice(
                kind: state.phase.isOver ? .completed : .opened,
                progress: state.progress,
                instant: .now
            )
            state.records.add(.event(notice, to: [observer]))
        }
    }

    private func removeObserver(_ observer: ProgressStream) {
        // Releases the observer outside the lock.
        let recorders = shared.withLock { shared in
            defer { shared.state.recorders.removeAll { $0 as? ProgressStream === observer } }
            return shared.state.recorders
        }
        withExtendedLifetime(recorders) {}
    }
}

/// An observer that yields the progress of its group, and not that of nested groups.
final class ProgressStream: RequestGroupRecorder {
    private let continuation: AsyncStream<GroupProgress>.Continuation

    init(continuation: AsyncStream<GroupProgress>.Continuation) {
        self.continuation = continuation
    }

    func observe(_ event: RequestGroupEvent) {
        // Waiting for a permit changes no progress.
        if event.kind == .waiting || event.kind == .started { return }
        continuation.yield(event.progress)
        if event.kind == .completed { continuation.finish() }
    }
}

/// An observer that calls a closure after each change of progress.
struct ProgressObserver: RequestGroupObserver {
    let action: @Sendable (GroupProgress) -> Void

    func observe(_ event: RequestGroupEvent) {
        guard event.kind == .entered || event.kind == .left else { return }
        action(event.progress)
    }
}

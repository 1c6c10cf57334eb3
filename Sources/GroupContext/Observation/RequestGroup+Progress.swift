// The progress of a group, as a value and as an asynchronous sequence.
extension RequestGroup {
    /// The progress of the group so far.
    public var progress: GroupProgress { shared.withLock { $0.progress } }

    /// The progress of the group from now on, as an asynchronous sequence.
    ///
    /// The sequence yields the current progress at once, and the new progress after each change. The sequence ends
    /// when the group has completed. A slow reader skips values. Read the sequence outside the body of the group
    /// or in another task, because the group waits for its body.
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
            guard let self, let listener else { return }
            // Release the removed observer after unlocking, because a deinit may run user code.
            _ = shared.withLock { state in
                defer { state.recorders.removeAll { $0 as? ProgressStream === listener } }
                return state.recorders
            }
        }
        // Yield under the lock, so that no newer progress comes first. The stream has no reader yet, so nothing runs.
        let isOver = shared.withLock { state in
            state.recorders.append(listener)
            continuation.yield(state.progress)
            return state.phase.isOver
        }
        if isOver { continuation.finish() }
        return stream
    }
}

/// An observer that yields the progress of its group, but not of nested groups, to a stream.
final class ProgressStream: RequestGroupRecorder {
    private let continuation: AsyncStream<GroupProgress>.Continuation

    init(continuation: AsyncStream<GroupProgress>.Continuation) {
        self.continuation = continuation
    }

    func observe(_ event: RequestGroupEvent) {
        // Events of these kinds do not change the progress, so the stream needs no new value.
        if event.kind == .waiting || event.kind == .started { return }
        continuation.yield(event.progress)
        if event.kind == .completed { continuation.finish() }
    }
}

struct ProgressObserver: RequestGroupObserver {
    let action: @Sendable (GroupProgress) -> Void

    func observe(_ event: RequestGroupEvent) {
        guard event.kind == .entered || event.kind == .left else { return }
        action(event.progress)
    }
}

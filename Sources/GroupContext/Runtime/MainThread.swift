/// The check for a blocked main thread, for reports about groups that do not end.
enum MainThread {
    /// The advice in each report about a blocked main thread.
    static let remedy =
        "The main thread is blocked, so no callback and no completion runs on the main queue. If it waits for this "
        + "group, in a semaphore or a DispatchGroup, move the code that follows into the completion of the group."

    /// Returns `true` if the main actor does not start a new job within one second.
    static func isBlocked() async -> Bool {
        await withCheckedContinuation { continuation in
            let unresumed = Locked<CheckedContinuation<Bool, Never>?>(continuation)
            let resume: @Sendable (Bool) -> Void = { isBlocked in
                unresumed.withLock { $0.take() }?.resume(returning: isBlocked)
            }
            let timer = Task {
                try await Task.sleep(for: .seconds(1))
                resume(true)
            }
            Task { @MainActor in
                timer.cancel()
                resume(false)
            }
        }
    }
}

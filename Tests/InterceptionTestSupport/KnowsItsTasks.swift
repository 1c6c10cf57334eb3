extension InterceptingClient<URLSession> {
    /// Waits until the session has registered every task that it created.
    ///
    /// FoundationNetworking may trap if a task that cannot start is resumed before that.
    func waitUntilTasksAreRegistered() async {
        await withCheckedContinuation { continuation in
            base.getAllTasks { _ in continuation.resume() }
        }
    }
}

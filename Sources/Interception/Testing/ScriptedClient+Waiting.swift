import GroupContext

// Waits for the requests of a scripted client.
extension ScriptedClient {
    /// Waits until requests with these labels have been issued, even if they are already answered.
    ///
    /// ```swift
    /// async let page = model(ScriptedNetwork(client: client))
    /// try await client.waitForRequests("GET feed", "GET profile")
    /// try client.answer("GET profile", with: .success("Ada"))
    /// ```
    ///
    /// Give the test a time limit, because the method would wait for ever for a request that is never issued. If
    /// the limit cancels the test, the error names the missing requests.
    ///
    /// - Parameter labels: The labels; a label that occurs twice means two requests.
    /// - Throws: an error that names the missing labels, if the waiting task is cancelled.
    public func waitForRequests(_ labels: String...) async throws {
        let counts = labels.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        let id = ledger.withLock { $0.makeWaiterID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isIssued = ledger.withLock { ledger -> Bool? in
                    if ledger.hasIssued(counts) { return true }
                    if Task.isCancelled { return false }
                    ledger.waiters[id] = Ledger.Waiter(labels: counts, continuation: continuation)
                    return nil
                }
                switch isIssued {
                case true?: continuation.resume()
                case false?: continuation.resume(throwing: missing(counts))
                case nil: break
                }
            }
        } onCancel: {
            let waiter = ledger.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(throwing: missing(counts))
        }
    }

    private func missing(_ counts: [String: Int]) -> ScriptedClientError {
        ledger.withLock { ledger in
            let missing = counts.keys.filter { !ledger.hasIssued([$0: counts[$0, default: 0]]) }
            return ScriptedClientError(
                code: .notIssued,
                label: missing.sorted().joined(separator: ", "),
                outstanding: ledger.pending.map(\.name)
            )
        }
    }
}

import Dispatch
public import GroupContext

/// Requests that were issued together.
///
/// Make one with ``RequestSender/batch(_:name:options:progress:completion:)``.
public final class RequestBatch<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<BatchResults<Value>, Never>

    private struct Shared {
        var progress: BatchProgress
        /// What came of those who have ended.
        var results: [Int: Result<Value, any Error>] = [:]
        /// Those who have not ended.
        var sent: [Int: SentRequest] = [:]
        /// Those who are to be cancelled as soon as they are sent.
        var cancelled: Set<Int> = []
        var endedBytes: Int64 = 0
        /// Set when the batch has: whatever comes later does not change it.
        var outcome: BatchResults<Value>?
        var waiters: [Waiter] = []
        var report: (@Sendable (BatchProgress) -> Void)?
    }

    private let requests: SeveralRequests
    private let shared: Locked<Shared>

    init(_ count: Int, _ name: String, _ options: [RequestGroupOption]) {
        requests = SeveralRequests(name, options)
        shared = Locked(Shared(progress: BatchProgress(total: count)))
    }

    /// The group of the requests.
    public var group: RequestGroup { requests.group }

    /// How far the batch has come, with the bytes of bodies that have come in part.
    ///
    /// On Linux a body counts when its request has ended, as sessions do not tell before.
    public var progress: BatchProgress {
        let sent = shared.withLock { $0.sent }
        let counts = sent.mapValues { $0.byteCount?() }
        return shared.withLock { shared in
            // Those who have ended meanwhile are counted as such.
            let counts = counts.filter { shared.sent[$0.key] != nil }.map(\.value)
            let received = counts.reduce(shared.endedBytes) { $0 + ($1?.received ?? 0) }
            let isKnown = shared.progress.finished + counts.count == shared.progress.total
            let expected = counts.reduce(isKnown ? shared.endedBytes : nil) { sum, count in
                sum.flatMap { sum in count?.expected.map { sum + $0 } }
            }
            shared.progress.update(receivedBytes: received, expectedBytes: expected)
            return shared.progress
        }
    }

    /// Cancels every request that has not ended, and keeps the rest from starting.
    public func cancel() {
        group.cancel()
    }

    /// Cancels one request, and leaves the others alone.
    ///
    /// - Parameter position: the position of the request, which has to be one of the batch's.
    public func cancel(at position: Int) {
        let sent = shared.withLock { shared in
            let total = shared.progress.total
            precondition(
                (0..<total).contains(position),
                "A batch of \(total) requests has none at position \(position)."
            )
            shared.cancelled.insert(position)
            return shared.sent[position]
        }
        sent?.cancel()
    }

    /// Waits until all requests have ended.
    ///
    /// Cancelling the awaiting task cancels the batch.
    ///
    /// - Returns: what came of each.
    public func results() async -> BatchResults<Value> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = shared.withLock { shared in
                    if shared.outcome == nil { shared.waiters.append(continuation) }
                    return shared.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }
}

// MARK: - Issuing

extension RequestBatch {
    /// Reports each change of the progress; to be called before anything is issued.
    func report(on queue: DispatchQueue, _ report: @escaping @Sendable (BatchProgress) -> Void) {
        // Enqueued under the lock, so that they come in order.
        shared.withLock { $0.report = { progress in queue.async { report(progress) } } }
    }

    func issue<Request: RequestPlanConvertible<Value>>(
        _ plans: [Request],
        through sender: any RequestSender,
        on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (BatchResults<Value>) -> Void
    ) {
        _ = requests.perform(on: queue) {
            for (position, request) in plans.enumerated() {
                let sent = sender.perform(request) { self.receive($0, at: position) }
                keep(sent, at: position)
            }
        } result: { [self] in
            let outcome = conclude()
            return outcome.error.map { .failure($0) } ?? .success(outcome)
        } completion: { [self] _ in
            completion(conclude())
        }
    }

    /// Keeps what cancels a request, until that has ended.
    private func keep(_ sent: SentRequest, at position: Int) {
        let isCancelled = shared.withLock { shared in
            if shared.results[position] == nil { shared.sent[position] = sent }
            return shared.cancelled.contains(position)
        }
        if isCancelled { sent.cancel() }
    }

    /// A request has ended; only its first end counts.
    private func receive(_ result: Result<Value, any Error>, at position: Int) {
        let bytes = ((try? result.get()) as? LoadedResponse)?.data.count ?? 0
        let sent = shared.withLock { shared -> SentRequest? in
            guard shared.outcome == nil, shared.results[position] == nil else { return nil }
            shared.results[position] = result
            shared.endedBytes += Int64(bytes)
            shared.progress.finished += 1
            if result.reportedFailure != nil { shared.progress.failed += 1 }
            let isLast = shared.progress.finished == shared.progress.total
            shared.progress.update(
                receivedBytes: shared.endedBytes,
                expectedBytes: isLast ? shared.endedBytes : nil
            )
            // Under the lock, so that they come in order; the queue only takes it.
            shared.report?(shared.progress)
            return shared.sent.removeValue(forKey: position)
        }
        withExtendedLifetime(sent) {}
    }

    /// Puts the results together, once.
    private func conclude() -> BatchResults<Value> {
        let (error, silences) = (group.error, requests.silences())
        let (outcome, waiters) = shared.withLock { shared in
            if let outcome = shared.outcome { return (outcome, [Waiter]()) }
            let results = (0..<shared.progress.total).map { position in
                shared.results[position] ?? .failure(silences(position))
            }
            let outcome = BatchResults(results, error: error)
            shared.outcome = outcome
            defer { shared.waiters = [] }
            return (outcome, shared.waiters)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
        return outcome
    }
}

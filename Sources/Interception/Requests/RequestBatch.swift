import Dispatch
public import GroupContext

/// Requests that were issued together.
///
/// Make one with ``RequestSender/batch(_:name:options:)``.
public final class RequestBatch<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<BatchResults<Value>, Never>

    private struct Shared {
        var progress: BatchProgress
        /// What came of those who have ended, by position.
        var results: [Result<Value, any Error>?]
        /// Those who have not ended.
        var sent: [Int: SentRequest] = [:]
        /// Those who are to be cancelled as soon as they are sent.
        var cancelled: Set<Int> = []
        /// For each that was issued, how many requests the group had before.
        var places: [Int] = []
        var endedBytes: Int64 = 0
        /// Set when the batch has: whatever comes later does not change it.
        var outcome: BatchResults<Value>?
        var waiters: [Waiter] = []
        var report: (@Sendable (BatchProgress) -> Void)?

        init(_ count: Int) {
            progress = BatchProgress(total: count)
            results = Array(repeating: nil, count: count)
        }

        /// Notes what came of a request.
        mutating func end(_ position: Int, with result: Result<Value, any Error>) {
            results[position] = result
            endedBytes += Int64(((try? result.get()) as? LoadedResponse)?.data.count ?? 0)
            progress.finished += 1
            if result.reportedFailure != nil { progress.failed += 1 }
            progress.update(receivedBytes: endedBytes, expectedBytes: nil)
            // Under the lock, so that they come in order; the queue only takes it.
            report?(progress)
        }
    }

    private let requests: SeveralRequests
    private let shared: Locked<Shared>

    init(_ count: Int, _ name: String, _ options: [RequestGroupOption]) {
        requests = SeveralRequests(name, options)
        shared = Locked(Shared(count))
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
    /// It fails like any other, which ends a batch that fails fast. One that has ended stays as it is.
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
        _ = requests.perform(on: queue) { [self] in
            for (position, request) in plans.enumerated() {
                let count = group.progress.total
                shared.withLock { $0.places.append(count) }
                let sent = sender.perform(request) { self.receive($0, at: position) }
                keep(sent, at: position)
            }
            if plans.isEmpty { requests.end() }
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
            guard shared.outcome == nil, shared.results[position] == nil else { return false }
            shared.sent[position] = sent
            return shared.cancelled.contains(position)
        }
        if isCancelled { sent.cancel() }
    }

    /// A request has ended; what comes after the batch has ended changes nothing.
    private func receive(_ result: Result<Value, any Error>, at position: Int) {
        let (sent, isLast) = shared.withLock { shared -> (SentRequest?, Bool) in
            guard shared.outcome == nil else { return (nil, false) }
            shared.end(position, with: result)
            let isLast = shared.progress.finished == shared.progress.total
            return (shared.sent.removeValue(forKey: position), isLast)
        }
        withExtendedLifetime(sent) {}
        if isLast { requests.end() }
    }

    /// Puts the results together, once.
    private func conclude() -> BatchResults<Value> {
        if let outcome = shared.withLock({ $0.outcome }) { return outcome }
        let (error, silence) = (group.error, requests.silence)
        var failures = group.failures.filter(\.isSilence)[...]
        let (outcome, waiters, obsolete) = shared.withLock { shared in
            // Nobody has heard of the end of some: each is among those that entered after the one
            // before it had been issued, and before the one after it was.
            shared.places.append(.max)
            for position in shared.results.indices where shared.results[position] == nil {
                failures = failures.drop { $0.index < shared.places[position] }
                let failure = failures.first.flatMap { failure in
                    failure.index < shared.places[position + 1] ? failure : nil
                }
                shared.end(position, with: .failure(silence(failure)))
            }
            let outcome = BatchResults(shared.results.compactMap(\.self), error: error)
            shared.outcome = outcome
            defer { (shared.waiters, shared.sent, shared.report) = ([], [:], nil) }
            return (outcome, shared.waiters, (shared.sent, shared.report))
        }
        // Released outside the lock: they may hold the last reference to anything.
        withExtendedLifetime(obsolete) {}
        for waiter in waiters { waiter.resume(returning: outcome) }
        return outcome
    }
}

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
        /// Those who are under way.
        var runs: [Int: PlanRun] = [:]
        /// Those who are to be cancelled before they are issued.
        var cancelled: Set<Int> = []
        var endedBytes: Int64 = 0
        /// Set when the batch has left the group around it.
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

    private let requests: PlanGroup<Void>
    private let shared: Locked<Shared>

    init(
        _ count: Int,
        _ name: String,
        _ options: [RequestGroupOption],
        of sender: ObjectIdentifier?
    ) {
        requests = PlanGroup(name, options, of: sender)
        shared = Locked(Shared(count))
    }

    /// The group of the requests.
    public var group: RequestGroup { requests.group }

    /// The batch as a request of the group around it that has got its answer.
    func answer(_ error: (any Error)?) -> PassedAnswer { requests.answer(error) }

    /// How far the batch has come, with the bytes of bodies that have come in part.
    ///
    /// On Linux a body counts when its request has ended, as sessions do not tell before.
    public var progress: BatchProgress {
        let runs = shared.withLock { $0.runs }
        let counts = runs.mapValues(\.byteCount)
        return shared.withLock { shared in
            // Those who have ended meanwhile are counted as such.
            let counts = counts.filter { shared.runs[$0.key] != nil }.map(\.value)
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
    /// It ends with a `CancellationError`, which stops no batch that fails fast. One that has ended stays
    /// as it is, and one that waits is never sent.
    ///
    /// - Parameter position: the position of the request, which has to be one of the batch's.
    public func cancel(at position: Int) {
        let run = shared.withLock { shared in
            let total = shared.progress.total
            precondition(
                (0..<total).contains(position),
                "A batch of \(total) requests has none at position \(position)."
            )
            shared.cancelled.insert(position)
            return shared.runs[position]
        }
        run?.cancel()
    }

    /// Waits until all requests have ended, and the batch has left the group around it.
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
            group.cancelWithoutBlocking(.requested)
        }
    }
}

// MARK: - Issuing

extension RequestBatch {
    /// Reports each change of the progress; to be called before anything is issued, and where it is issued.
    func report(
        on queue: DispatchQueue,
        through sender: any RequestSender,
        _ report: @escaping @Sendable (BatchProgress) -> Void
    ) {
        let carried = sender.carriedHere
        // Enqueued under the lock, so that they come in order.
        shared.withLock {
            $0.report = { progress in queue.async { carried.run { report(progress) } } }
        }
    }

    /// Issues the requests in the current group.
    func issue<Request: RequestPlanConvertible<Value>>(
        _ plans: [Request],
        through sender: any RequestSender,
        on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (BatchResults<Value>) -> Void = { _ in }
    ) {
        let results = Locked<BatchResults<Value>?>(nil)
        let plan = RequestPlan<Void> { [self] run, finish in
            issue(plans, in: run) { [self] in
                let ended = conclude()
                results.withLock { $0 = ended }
                let result = ended.failure.map { Result.failure($0) } ?? .success(())
                run.pass(result, of: requests.answer(ended.failure), to: finish)
            }
        }
        PlanRun(sender).perform(plan, on: queue) { _ in
            if let results = results.withLock({ $0 }) { completion(results) }
        } left: { [self] _ in
            if let results = results.withLock({ $0 }) { release(results) }
        }
    }

    /// Issues the requests as a part of a plan, and tells when all have ended.
    func issue<Request: RequestPlanConvertible<Value>>(
        _ plans: [Request],
        in run: PlanRun,
        _ finish: @escaping @Sendable () -> Void
    ) {
        requests.perform(run) { [self] in
            for (position, request) in plans.enumerated() {
                let part = run.part(in: group)
                if begin(part, at: position) { part.cancel() }
                part.perform(request.plan) { [self] in receive($0, at: position) }
            }
            if plans.isEmpty { requests.end(()) }
        } finish: {
            finish()
        }
    }

    /// Keeps what cancels a request, and returns whether it was cancelled before.
    private func begin(_ part: PlanRun, at position: Int) -> Bool {
        shared.withLock { shared in
            shared.runs[position] = part
            return shared.cancelled.contains(position)
        }
    }

    /// A request has ended.
    private func receive(_ result: Result<Value, any Error>, at position: Int) {
        let (run, isLast) = shared.withLock { shared in
            shared.end(position, with: result)
            let isLast = shared.progress.finished == shared.progress.total
            return (shared.runs.removeValue(forKey: position), isLast)
        }
        // Released outside the lock: it may hold the last reference to anything.
        withExtendedLifetime(run) {}
        if isLast { requests.end(()) }
    }

    /// Puts the results together; every request has ended.
    func conclude() -> BatchResults<Value> {
        let error = group.error
        let (results, report) = shared.withLock { shared in
            (shared.results.compactMap(\.self), shared.report.take())
        }
        withExtendedLifetime(report) {}
        return BatchResults(results, error: error)
    }

    /// Hands the results to those who wait for them.
    private func release(_ results: BatchResults<Value>) {
        let waiters = shared.withLock { shared in
            shared.outcome = results
            defer { shared.waiters = [] }
            return shared.waiters
        }
        for waiter in waiters { waiter.resume(returning: results) }
    }
}

import Dispatch
import GroupContext

/// A batch of requests that were issued together.
///
/// Create a batch with ``RequestSender/batch(_:name:options:)``.
public final class RequestBatch<Value: Sendable>: Sendable {
    private struct Shared {
        var progress: BatchProgress
        /// The results of the requests; a `CancellationError` stands for each request that has not ended.
        var results: [Result<Value, any Error>]
        var runs: [Int: PlanRun] = [:]
        /// The positions that were passed to `cancel(at:)`, perhaps before the requests were issued.
        var cancelled: Set<Int> = []
        /// The results, set when the batch has left the enclosing group.
        var outcome: BatchResults<Value>?
        var waiters: [CheckedContinuation<BatchResults<Value>, Never>] = []
        var report: (@Sendable (BatchProgress) -> Void)?

        init(_ count: Int) {
            progress = BatchProgress(total: count)
            results = Array(repeating: .failure(CancellationError()), count: count)
        }

        mutating func end(_ position: Int, with result: Result<Value, any Error>) {
            results[position] = result
            progress.finished += 1
            if result.reportedFailure != nil { progress.failed += 1 }
            let endedBytes = runs[position]?.endedBytes.withLock { $0 } ?? 0
            progress.update(receivedBytes: endedBytes, expectedBytes: nil)
            // Called under the lock to keep the reports in order; this is safe, because `report` only adds to a queue.
            report?(progress)
        }
    }

    private let planGroup: PlanGroup<Void>
    private let shared: Locked<Shared>

    init(_ count: Int, _ planGroup: PlanGroup<Void>) {
        self.planGroup = planGroup
        shared = Locked(Shared(count))
    }

    package var group: RequestGroup { planGroup.group }

    /// The progress of the batch, including the bytes of bodies that are still being received.
    ///
    /// On Linux, the bytes of a body are added when its request ends, because sessions report the bytes only then. In
    /// chains and nested batches, the bytes are added then on every platform.
    public var progress: BatchProgress {
        let runs = shared.withLock { $0.runs }
        // The ended requests come first, because a request that ends meanwhile must not be counted twice.
        let endedBytes = runs.first?.value.endedBytes.withLock { $0 } ?? 0
        let counts = runs.values.map(\.byteCount)
        return shared.withLock { shared in
            let received = counts.reduce(endedBytes) { $0 + ($1?.received ?? 0) }
            let isKnown = shared.progress.finished + counts.count == shared.progress.total
            let expected = counts.reduce(isKnown ? endedBytes : nil) { sum, count in
                // A server may announce any length, so the sum could overflow.
                sum.flatMap { sum in count?.expected.map { sum + min($0, .max - sum) } }
            }
            shared.progress.update(receivedBytes: received, expectedBytes: expected)
            return shared.progress
        }
    }

    /// Cancels all requests that have not ended, and prevents the start of further requests.
    public func cancel() { planGroup.cancel() }

    /// Cancels one request of the batch; the batch continues, even with the option `.failFast`.
    ///
    /// The request ends with a `CancellationError`, unless its client still answers with success. A request that waits
    /// for its turn is never sent, and ends when its turn comes; a request that has ended keeps its result.
    ///
    /// - Precondition: The position is that of a request in the batch.
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

    /// Returns the results when all requests have ended and the batch has left the enclosing group.
    ///
    /// Cancelling the awaiting task cancels the batch.
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
            group.ownRequest?.cancelWithoutBlocking()
            group.cancelWithoutBlocking(.requested)
        }
    }
}

// MARK: - Issuing

extension RequestBatch {
    /// Sets the progress closure, and captures the task-locals; call this method just before `issue`.
    func report(
        on queue: DispatchQueue,
        through sender: any RequestSender,
        _ report: @escaping @Sendable (BatchProgress) -> Void
    ) {
        let settings = (sender as? any RequestIntercepting)?.interceptionSettings
        let (propagated, request) = (settings?.propagated?.captured(), group.ownRequest)
        let outermost = planGroup.outermost
        let call = { @Sendable (progress: BatchProgress) in
            guard let request else { return outermost.run { report(progress) } }
            request.runInContext { report(progress) }
        }
        shared.withLock {
            $0.report = { progress in queue.async { propagated.run { call(progress) } } }
        }
    }

    func issue<Request: RequestPlanConvertible<Value>>(
        _ plans: [Request],
        through sender: any RequestSender,
        on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (BatchResults<Value>) -> Void = { _ in }
    ) {
        let plan = RequestPlan { [self] run, finish in issue(plans, in: run, finish) }
        PlanRun(sender).perform(plan, on: queue) { [self] _ in
            completion(conclude())
        } left: { [self] _ in
            resumeWaiters(with: conclude())
        }
    }

    /// Issues the requests as a step of a plan, and passes the results or their error to `finish`.
    func issue<Request: RequestPlanConvertible<Value>>(
        _ plans: [Request],
        in run: PlanRun,
        _ finish: @escaping RequestPlan<BatchResults<Value>>.Completion
    ) {
        planGroup.perform(run) { [self] in
            let isOnMain = MainQueue.isCurrent
            let steps = PlanRun(run, in: group, isOnMain: isOnMain)
            BatchIssuer(plans.count, in: planGroup, of: steps) { [self] position, issuer in
                let requestRun = PlanRun(run, in: group, isOnMain: isOnMain)
                if record(requestRun, at: position) { requestRun.cancel() }
                plans[position].plan.start(requestRun) { [self] result in
                    let (failure, isLast) = receive(result, at: position)
                    requestRun.next { [self] in
                        requestRun.leave(failure)
                        if isLast { planGroup.end(()) }
                        issuer.requestEnded()
                    }
                }
            }
            .start()
            if plans.isEmpty { planGroup.end(()) }
        } finish: { [self] in
            let results = conclude()
            let result = results.failure.map { Result.failure($0) } ?? .success(results)
            run.pass(result, of: planGroup.answer(results.failure), to: finish)
        }
    }

    // Specialized for URL requests, because generic code looks up the metadata of `Value` for each request.

    /// Records the run of a request, and returns `true` if the request has already been cancelled.
    @_specialize(where Value == LoadedResponse)
    private func record(_ requestRun: PlanRun, at position: Int) -> Bool {
        shared.withLock { shared in
            shared.runs[position] = requestRun
            return shared.cancelled.contains(position)
        }
    }

    /// Records the result of a request, and returns its failure and whether this result is the last.
    @_specialize(where Value == LoadedResponse)
    private func receive(
        _ result: Result<Value, any Error>,
        at position: Int
    ) -> (failure: (any Error)?, isLast: Bool) {
        // The run is released after unlocking, because a deinit may run user code.
        let (_, isLast) = shared.withLock { shared in
            shared.end(position, with: result)
            let isLast = shared.progress.finished == shared.progress.total
            return (shared.runs.removeValue(forKey: position), isLast)
        }
        return (result.reportedFailure, isLast)
    }

    /// Returns the results after all requests have ended, and releases the progress closure.
    private func conclude() -> BatchResults<Value> {
        let error = group.error
        let (results, _) = shared.withLock { ($0.results, $0.report.take()) }
        return BatchResults(results: results, error: error)
    }

    private func resumeWaiters(with results: BatchResults<Value>) {
        let waiters = shared.withLock { shared in
            shared.outcome = results
            return exchange(&shared.waiters, with: [])
        }
        for waiter in waiters { waiter.resume(returning: results) }
    }
}

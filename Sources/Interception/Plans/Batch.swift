public import Dispatch
public import GroupContext

// Batches: plans that issue several requests together.
extension RequestPlan {
    /// Returns a plan that issues several requests together, as part of a chain or of another batch.
    ///
    /// The plan fails if the batch fails. With the option `.tolerant` the plan never fails.
    ///
    /// - Parameters:
    ///   - requests: the requests or plans.
    ///   - name: the name of the batch in errors, events and progress.
    ///   - options: the options of the batch's group; see `RequestGroupOption`.
    /// - Returns: a plan whose value is the results in the order of the requests.
    public static func batch<Request: RequestPlanConvertible>(
        _ requests: [Request],
        name: String = "batch",
        options: RequestGroupOption...
    ) -> RequestPlan where Value == BatchResults<Request.Value> {
        let storage = PlanStorage(requests)
        return RequestPlan { run, finish in
            // Nested batches start one after the other, because nested calls could overflow the stack.
            run.next {
                let batch = run.inChain {
                    RequestBatch<Request.Value>(
                        requests.count,
                        PlanGroup(name, options, of: run.sender, isPart: run.isPart)
                    )
                }
                batch.issue(storage.content, in: run, finish)
            }
        }
    }
}

extension RequestSender {
    /// Issues several requests together, and collects their results in the order of the requests.
    ///
    /// ```swift
    /// session.batch(images, options: .limit(3)) { progress in
    ///     bar.show(progress)
    /// } completion: { results in
    ///     for case .success(let image) in results { show(image) }
    /// }
    /// ```
    ///
    /// The batch counts as one request in the current group; if the batch fails, that request fails. A limit of the
    /// batch counts each plan as one request. An empty batch completes, too. The batch need not be retained.
    ///
    /// - Parameters:
    ///   - requests: the requests or plans. A plan's own completion is called before the progress and the
    ///     completion of the batch.
    ///   - name: the name of the batch in errors and events; pass a name in top-level code, where `#function` is
    ///     the name of the module.
    ///   - options: the options of the batch's group. A batch with a limit issues each further request when an
    ///     earlier request has ended. If neither the batch nor the enclosing group has a limit, the batch issues
    ///     all requests before this method returns.
    ///   - progress: the closure that is called on the main actor each time a request ends.
    ///   - completion: the closure that is called once on the main actor when all requests have ended, always
    ///     asynchronously.
    /// - Returns: the batch, to observe or to cancel it.
    @discardableResult
    public func batch<Request: RequestPlanConvertible>(
        _ requests: [Request],
        name: String = #function,
        options: RequestGroupOption...,
        progress: (@MainActor (BatchProgress) -> Void)? = nil,
        completion: @escaping @MainActor (BatchResults<Request.Value>) -> Void
    ) -> RequestBatch<Request.Value> {
        let batch = RequestBatch<Request.Value>(requests.count, PlanGroup(name, options, of: self))
        if let progress {
            batch.report(on: .main, through: self) { value in
                MainActor.assumeIsolated { progress(value) }
            }
        }
        batch.issue(requests, through: self, on: .main) { results in
            MainActor.assumeIsolated { completion(results) }
        }
        return batch
    }

    /// Issues several requests together, and returns the batch; the results of the batch can be awaited.
    ///
    /// ```swift
    /// let batch = session.batch([feed, profile], options: .failFast)
    /// let responses = try await batch.results().values()
    /// ```
    @discardableResult
    public func batch<Request: RequestPlanConvertible>(
        _ requests: [Request],
        name: String = #function,
        options: RequestGroupOption...
    ) -> RequestBatch<Request.Value> {
        let batch = RequestBatch<Request.Value>(requests.count, PlanGroup(name, options, of: self))
        batch.issue(requests, through: self)
        return batch
    }

    /// Issues several requests together, and reports their progress and their results on a queue.
    ///
    /// On a concurrent queue, the calls of `progress` and `completion` may run in any order.
    @discardableResult
    public func batch<Request: RequestPlanConvertible>(
        _ requests: [Request],
        name: String = #function,
        options: RequestGroupOption...,
        queue: DispatchQueue,
        progress: (@Sendable (BatchProgress) -> Void)? = nil,
        completion: @escaping @Sendable (BatchResults<Request.Value>) -> Void
    ) -> RequestBatch<Request.Value> {
        let batch = RequestBatch<Request.Value>(requests.count, PlanGroup(name, options, of: self))
        if let progress { batch.report(on: queue, through: self, progress) }
        batch.issue(requests, through: self, on: queue, completion: completion)
        return batch
    }
}

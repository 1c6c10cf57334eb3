public import Dispatch
public import GroupContext

extension RequestPlan {
    /// A batch as a plan: requests that are performed at once, as part of a chain or another batch.
    ///
    /// The plan fails if the batch does, and then nobody sees its results; with the option
    /// `.tolerant` it never does.
    ///
    /// - Parameters:
    ///   - requests: the requests, or plans.
    ///   - name: what the batch is called in errors, events and progress.
    ///   - options: how its group behaves; see `RequestGroupOption`.
    /// - Returns: a plan that is answered with the results by position.
    public static func batch<Request: RequestPlanConvertible>(
        _ requests: [Request],
        name: String = "batch",
        options: RequestGroupOption...
    ) -> RequestPlan where Value == BatchResults<Request.Value> {
        let part = PlanPart(requests)
        return RequestPlan { run, finish in
            let batch = run.inChain {
                RequestBatch<Request.Value>(requests.count, name, options, of: run.senderID)
            }
            batch.issue(part.content, in: run) {
                let results = batch.conclude()
                let result = results.failure.map { Result.failure($0) } ?? .success(results)
                run.pass(result, of: batch.answer(results.failure), to: finish)
            }
        }
    }
}

extension RequestSender {
    /// Issues requests together, and collects what came of them by position.
    ///
    /// ```swift
    /// session.batch(images, options: .limit(3)) { progress in
    ///     bar.show(progress)
    /// } completion: { results in
    ///     for case .success(let image) in results { show(image) }
    /// }
    /// ```
    ///
    /// The batch counts as one request in the current group, which fails if the batch does. A limit
    /// holds for the requests, and for plans as a whole. An empty batch completes, too. Nobody has to
    /// keep the batch.
    ///
    /// - Parameters:
    ///   - requests: the requests, or plans; each may have a completion of its own, which is called
    ///     before the progress and the completion of the batch.
    ///   - name: what the batch is called in errors, events and progress. By default the name of the calling function;
    ///     in top-level code that is the name of the module, so give a name there.
    ///   - options: how its group behaves: by default all are issued at once, and all are waited for.
    ///   - progress: called on the main actor with the end of each request.
    ///   - completion: called once on the main actor when all have ended, always later.
    /// - Returns: the batch, to watch or to cancel it.
    @discardableResult
    public func batch<Request: RequestPlanConvertible>(
        _ requests: [Request],
        name: String = #function,
        options: RequestGroupOption...,
        progress: (@MainActor (BatchProgress) -> Void)? = nil,
        completion: @escaping @MainActor (BatchResults<Request.Value>) -> Void
    ) -> RequestBatch<Request.Value> {
        let batch = RequestBatch<Request.Value>(requests.count, name, options, of: senderID)
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

    /// Issues requests together, to be awaited; otherwise the same as with a completion.
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
        let batch = RequestBatch<Request.Value>(requests.count, name, options, of: senderID)
        batch.issue(requests, through: self)
        return batch
    }

    /// Issues requests together, and reports on a queue of your choice; otherwise the same as without
    /// one.
    ///
    /// A queue that is not serial may call in any order.
    @discardableResult
    public func batch<Request: RequestPlanConvertible>(
        _ requests: [Request],
        name: String = #function,
        options: RequestGroupOption...,
        queue: DispatchQueue,
        progress: (@Sendable (BatchProgress) -> Void)? = nil,
        completion: @escaping @Sendable (BatchResults<Request.Value>) -> Void
    ) -> RequestBatch<Request.Value> {
        let batch = RequestBatch<Request.Value>(requests.count, name, options, of: senderID)
        if let progress { batch.report(on: queue, through: self, progress) }
        batch.issue(requests, through: self, on: queue, completion: completion)
        return batch
    }
}

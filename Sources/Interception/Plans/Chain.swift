import Dispatch
public import GroupContext

// Chains: plans that issue one request after another.
extension RequestPlan {
    /// Returns a plan that makes each request from the value of the previous request.
    ///
    /// ```swift
    /// let pages = RequestPlan.chain(firstPage) { response in try nextPage(after: response) }
    /// let responses = try await session.perform(pages)
    /// ```
    ///
    /// - Parameters:
    ///   - first: the first request or plan.
    ///   - name: the name of the chain in errors, events and progress.
    ///   - options: the options of the chain's group.
    ///   - next: the closure that returns the next request for a value. If the closure returns `nil`, the chain
    ///     ends; if the closure throws an error, the chain fails. The closure is called on the client's callback
    ///     thread, in the chain's group.
    /// - Returns: a plan whose value is an array of the values of all requests.
    public static func chain<Request: RequestPlanConvertible>(
        _ first: Request,
        name: String = "chain",
        options: RequestGroupOption...,
        next: @escaping @Sendable (Request.Value) throws -> Request?
    ) -> RequestPlan where Value == [Request.Value] {
        let storage = PlanStorage((first: first, next: next))
        return RequestPlan { run, finish in
            run.open(name, options, finish: finish) { steps, end in
                Chain<Request>(steps, storage.content.next, end).follow(storage.content.first)
            }
        }
    }

    /// Returns a plan that transforms the value of this plan, for instance by decoding it.
    ///
    /// The closure runs on the client's callback thread, in the plan's group. If the closure throws, the plan fails.
    public func map<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> RequestPlan<New> {
        continued(by: transform) { _, transform, result, finish in
            finish(Result { try transform(result.get()) })
        }
    }

    /// Returns a chain of this plan and a second plan, which is made from this plan's value.
    ///
    /// Several plans that are combined with `then` share one group. A chain of any length needs constant stack
    /// space.
    ///
    /// - Parameters:
    ///   - name: the name of the whole chain in errors, events and progress. After several calls of `then`, the
    ///     name of the last call is used.
    ///   - next: the closure that makes the second plan, if this plan succeeds. An error that the closure throws
    ///     fails the chain. The closure is called on the client's callback thread, in the chain's group.
    /// - Returns: a plan whose value is the value of the second plan.
    public func then<Next: RequestPlanConvertible>(
        name: String = "chain",
        _ next: @escaping @Sendable (Value) throws -> Next
    ) -> RequestPlan<Next.Value> {
        let steps: RequestPlan<Next.Value> = continued(by: next) { run, next, result, finish in
            do {
                let plan = try next(result.get()).plan
                try run.checkDeadline()
                plan.start(run, finish)
            } catch {
                finish(.failure(error))
            }
        }
        return RequestPlan<Next.Value> { run, finish in
            if run.chain == nil {
                run.open(name, [], finish: finish, steps.start)
            } else {
                steps.start(run, finish)
            }
        }
    }
}

private final class Chain<Request: RequestPlanConvertible>: Sendable {
    private let steps: PlanRun
    private let next: @Sendable (Request.Value) throws -> Request?
    private let end: RequestPlan<[Request.Value]>.Completion
    private let answers = Locked([Request.Value]())

    init(
        _ steps: PlanRun,
        _ next: @escaping @Sendable (Request.Value) throws -> Request?,
        _ end: @escaping RequestPlan<[Request.Value]>.Completion
    ) {
        self.steps = steps
        self.next = next
        self.end = end
    }

    func follow(_ request: Request) {
        steps.next { [self] in
            request.plan.start(steps) { [self] result in
                steps.next { [self] in receive(result) }
            }
        }
    }

    private func receive(_ result: Result<Request.Value, any Error>) {
        do {
            let answer = try result.get()
            answers.withLock { $0.append(answer) }
            if let request = try next(answer) {
                try steps.checkDeadline()
                follow(request)
            } else {
                end(.success(answers.withLock { $0 }))
            }
        } catch {
            end(.failure(error))
        }
    }
}

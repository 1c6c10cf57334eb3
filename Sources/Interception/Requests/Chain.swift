import Dispatch
public import GroupContext

extension RequestPlan {
    /// A chain: each request is made from the answer to the one before, until there is none or one
    /// fails.
    ///
    /// ```swift
    /// let pages = RequestPlan.chain(firstPage) { response in try nextPage(after: response) }
    /// let responses = try await session.perform(pages)
    /// ```
    ///
    /// - Parameters:
    ///   - first: the first request, or plan.
    ///   - name: what the chain is called in errors, events and progress.
    ///   - options: how the group of its requests behaves.
    ///   - next: makes the next request from an answer; `nil` ends the chain, as does an error, which
    ///     fails it. It is called where the client calls back, in the group of the chain.
    /// - Returns: a plan that is answered with all answers in order.
    public static func chain<Request: RequestPlanConvertible>(
        _ first: Request,
        name: String = "chain",
        options: RequestGroupOption...,
        next: @escaping @Sendable (Request.Value) throws -> Request?
    ) -> RequestPlan where Value == [Request.Value] {
        let part = PlanPart((first: first, next: next))
        return RequestPlan { run, finish in
            run.open(name, options, finish: finish) { steps, end in
                Chain<Request>(steps, part.content.next, end).follow(part.content.first)
            }
        }
    }

    /// The same plan with another answer, which is made from its own: a decoded one, for instance.
    ///
    /// - Parameter transform: makes the new answer. An error that it throws fails the plan, and so the
    ///   request. It is called where the client calls back, in the group of the plan.
    /// - Returns: a plan that is answered with what `transform` returns.
    public func map<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> RequestPlan<New> {
        let part = PlanPart((plan: self, transform: transform))
        return RequestPlan<New> { run, finish in
            run.next {
                // Only what it needs: the part would keep what waits for its answer.
                let (plan, transform) = part.content
                let resume = run.resuming { (result: Result<Value, any Error>) in
                    run.next { finish(Result { try transform(result.get()) }) }
                }
                plan.start(run, resume)
            }
        }
    }

    /// A chain of two: another plan is made from the answer to this one, if it succeeds.
    ///
    /// A plan that is made of several with `then` has one group for all of them. However many these
    /// are, nothing is nested on the stack.
    ///
    /// - Parameters:
    ///   - name: what all together are called in errors, events and progress; the name that was given
    ///     last counts.
    ///   - next: makes the second plan. An error that it throws fails both. It is called where the
    ///     client calls back, in the group of the chain.
    /// - Returns: a plan that is answered with the answer to the second one.
    public func then<Next: RequestPlanConvertible>(
        name: String = "chain",
        _ next: @escaping @Sendable (Value) throws -> Next
    ) -> RequestPlan<Next.Value> {
        let part = PlanPart((plan: self, next: next))
        return RequestPlan<Next.Value> { run, finish in
            let begin: @Sendable (PlanRun, @escaping RequestPlan<Next.Value>.Completion) -> Void = {
                steps,
                end in
                steps.next {
                    // Only what it needs: the part would keep what waits for its answer.
                    let (plan, next) = part.content
                    let resume = steps.resuming { (result: Result<Value, any Error>) in
                        steps.next {
                            do {
                                try next(result.get()).plan.start(steps, end)
                            } catch {
                                end(.failure(error))
                            }
                        }
                    }
                    plan.start(steps, resume)
                }
            }
            if run.chain == nil {
                run.open(name, [], finish: finish, begin)
            } else {
                begin(run, finish)
            }
        }
    }
}

extension RequestSender {
    /// Performs a chain of requests: each is made from the answer to the one before.
    ///
    /// ```swift
    /// session.chain(firstPage) { response in
    ///     try nextPage(after: response)
    /// } completion: { result in
    ///     report(result)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: the first request, or plan.
    ///   - name: what the chain is called in errors, events and progress. By default the name of the calling function;
    ///     in top-level code that is the name of the module, so give a name there.
    ///   - options: how the group of its requests behaves.
    ///   - next: makes the next request from an answer; `nil` ends the chain, as does an error, which
    ///     fails it. It is called where the client calls back, in the group of the chain.
    ///   - completion: called on the main actor with all answers in order, or with the error that
    ///     ended the chain.
    /// - Returns: what cancels the chain.
    @discardableResult
    public func chain<Request: RequestPlanConvertible>(
        _ first: Request,
        name: String = #function,
        options: RequestGroupOption...,
        next: @escaping @Sendable (Request.Value) throws -> Request?,
        completion: @escaping @MainActor (Result<[Request.Value], any Error>) -> Void
    ) -> SentRequest {
        let options = RequestGroupOption.combining(options)
        let run = PlanRun(self)
        run.perform(.chain(first, name: name, options: options, next: next), on: .main) { result in
            MainActor.assumeIsolated { completion(result) }
        }
        return run.sent
    }

    /// Performs a chain of requests, and returns all answers in order.
    ///
    /// - Parameters:
    ///   - first: the first request, or plan.
    ///   - name: what the chain is called in errors, events and progress. By default the name of the calling function;
    ///     in top-level code that is the name of the module, so give a name there.
    ///   - options: how the group of its requests behaves.
    ///   - next: makes the next request from an answer, or ends the chain with `nil`. It is called
    ///     where the client calls back.
    /// - Returns: the answers.
    /// - Throws: the error that ended the chain.
    public func chain<Request: RequestPlanConvertible>(
        _ first: Request,
        name: String = #function,
        options: RequestGroupOption...,
        next: @escaping @Sendable (Request.Value) throws -> Request?
    ) async throws -> [Request.Value] {
        let options = RequestGroupOption.combining(options)
        return try await perform(RequestPlan.chain(first, name: name, options: options, next: next))
    }
}

/// The requests of a chain, one after the other.
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
                follow(request)
            } else {
                end(.success(answers.withLock { $0 }))
            }
        } catch {
            end(.failure(error))
        }
    }
}

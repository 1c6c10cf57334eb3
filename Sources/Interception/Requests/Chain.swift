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
        RequestPlan { sender, finish in
            let links = ChainLinks<Request>(sender, name, options, next)
            return links.perform(first, completion: finish)
        }
    }

    /// The same plan with another answer, which is made from its own: a decoded one, for instance.
    ///
    /// - Parameters:
    ///   - name: what the plan is called in errors, events and progress.
    ///   - transform: makes the new answer. An error that it throws fails the plan. It is called
    ///     where the client calls back, in the group of the plan.
    /// - Returns: a plan that is answered with what `transform` returns.
    public func map<New: Sendable>(
        name: String = "request",
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> RequestPlan<New> {
        RequestPlan<New> { [start] sender, finish in
            let requests = SeveralRequests(name, [])
            let outcome = ChainOutcome<New>(of: requests)
            return requests.perform {
                _ = start(sender) { result in
                    outcome.advance { outcome.end(.success(try transform(result.get()))) }
                }
            } result: {
                outcome.take()
            } completion: {
                finish($0)
            }
        }
    }

    /// A chain of two: another plan is made from the answer to this one, if it succeeds.
    ///
    /// Each `then` goes a little deeper on the stack; for any number of requests use
    /// ``chain(_:name:options:next:)``.
    ///
    /// - Parameters:
    ///   - name: what both together are called in errors, events and progress.
    ///   - next: makes the second plan. An error that it throws fails both. It is called where the
    ///     client calls back, in the group of the chain.
    /// - Returns: a plan that is answered with the answer to the second one.
    public func then<Next: RequestPlanConvertible>(
        name: String = "chain",
        _ next: @escaping @Sendable (Value) throws -> Next
    ) -> RequestPlan<Next.Value> {
        RequestPlan<Next.Value> { [start] sender, finish in
            let requests = SeveralRequests(name, [])
            let outcome = ChainOutcome<Next.Value>(of: requests)
            return requests.perform {
                _ = start(sender) { result in
                    outcome.advance {
                        let second = try next(result.get())
                        try outcome.check()
                        sender.perform(second) { outcome.end($0) }
                    }
                }
            } result: {
                outcome.take()
            } completion: {
                finish($0)
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
    ///   - name: what the chain is called in errors, events and progress.
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
        ChainLinks<Request>(self, name, options, next).perform(first, on: .main) { result in
            MainActor.assumeIsolated { completion(result) }
        }
    }

    /// Performs a chain of requests, and returns all answers in order.
    ///
    /// - Parameters:
    ///   - first: the first request, or plan.
    ///   - name: what the chain is called in errors, events and progress.
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
private final class ChainLinks<Request: RequestPlanConvertible>: Sendable {
    private struct Shared {
        var answers: [Request.Value] = []
        /// Whether a request is being issued, on whatever thread.
        var isIssuing = false
        /// The next one, whose predecessor was answered while it was being issued.
        var following: Request?
    }

    private let sender: any RequestSender
    private let requests: SeveralRequests
    private let next: @Sendable (Request.Value) throws -> Request?
    private let outcome: ChainOutcome<[Request.Value]>
    private let shared = Locked(Shared())

    init(
        _ sender: any RequestSender,
        _ name: String,
        _ options: [RequestGroupOption],
        _ next: @escaping @Sendable (Request.Value) throws -> Request?
    ) {
        self.sender = sender
        self.next = next
        requests = SeveralRequests(name, options)
        outcome = ChainOutcome(of: requests)
    }

    func perform(
        _ first: Request,
        on queue: DispatchQueue? = nil,
        completion: @escaping RequestPlan<[Request.Value]>.Completion
    ) -> SentRequest {
        requests.perform(on: queue) { [self] in
            issue(first)
        } result: { [self] in
            outcome.take()
        } completion: {
            completion($0)
        }
    }

    /// Issues one request after the other for as long as each is answered at once: answers that come
    /// inside the call must not grow the stack.
    private func issue(_ first: Request) {
        var upcoming: Request? = first
        while let request = upcoming {
            shared.withLock { $0.isIssuing = true }
            sender.perform(request) { [self] in receive($0) }
            upcoming = shared.withLock { shared in
                shared.isIssuing = false
                return shared.following.take()
            }
        }
    }

    private func receive(_ result: Result<Request.Value, any Error>) {
        outcome.advance {
            let answer = try result.get()
            shared.withLock { $0.answers.append(answer) }
            guard let request = try next(answer) else {
                return outcome.end(.success(shared.withLock { $0.answers }))
            }
            try outcome.check()
            let isIssuing = shared.withLock { shared in
                if shared.isIssuing { shared.following = request }
                return shared.isIssuing
            }
            if !isIssuing { issue(request) }
        }
    }
}

/// What comes of a chain.
private final class ChainOutcome<Value: Sendable>: Sendable {
    private struct Shared {
        var result: Result<Value, any Error>?
        /// Whether the chain is over, as after its deadline: answers come too late.
        var isOver = false
    }

    private let requests: SeveralRequests
    private let shared = Locked(Shared())

    init(of requests: SeveralRequests) {
        self.requests = requests
    }

    /// Goes on with an answer; an error ends the chain.
    func advance(_ step: () throws -> Void) {
        if shared.withLock({ $0.isOver }) { return }
        do { try step() } catch { end(.failure(error)) }
    }

    /// Throws if nothing further must be issued: not every client can refuse a request.
    func check() throws {
        if requests.group.isCancelled { throw CancellationError() }
    }

    /// The chain has come to its end.
    func end(_ result: Result<Value, any Error>) {
        shared.withLock { $0.result = result }
        requests.end()
    }

    /// The result, if the chain has come to its end; it is over now in any case.
    func take() -> Result<Value, any Error>? {
        shared.withLock { shared in
            shared.isOver = true
            return shared.result.take()
        }
    }
}

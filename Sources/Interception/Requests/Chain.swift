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
            let links = ChainLinks<Request>(sender, next)
            return SeveralRequests(name, options).perform {
                links.issue(first)
            } result: {
                links.result
            } completion: {
                finish($0)
            }
        }
    }

    /// A chain of two: another plan is made from the answer to this one, if it succeeds.
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
            let outcome = Locked<Result<Next.Value, any Error>?>(nil)
            let end = { @Sendable result in outcome.withLock { $0 = result } }
            return SeveralRequests(name, []).perform {
                _ = start(sender) { result in
                    do {
                        sender.perform(try next(result.get()), completion: end)
                    } catch {
                        end(.failure(error))
                    }
                }
            } result: {
                outcome.withLock { $0 }
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
        let links = ChainLinks<Request>(self, next)
        return SeveralRequests(name, options).perform(on: .main) {
            links.issue(first)
        } result: {
            links.result
        } completion: { result in
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
        var issued = 0
        var failure: (any Error)?
        var isOver = false
    }

    private let sender: any RequestSender
    private let next: @Sendable (Request.Value) throws -> Request?
    private let shared = Locked(Shared())

    init(
        _ sender: any RequestSender,
        _ next: @escaping @Sendable (Request.Value) throws -> Request?
    ) {
        self.sender = sender
        self.next = next
    }

    /// All answers, or what ended the chain; `nil` as long as it has not ended.
    var result: Result<[Request.Value], any Error>? {
        shared.withLock { shared in
            if let failure = shared.failure { return .failure(failure) }
            return shared.isOver ? .success(shared.answers) : nil
        }
    }

    func issue(_ request: Request) {
        let index = shared.withLock { shared in
            shared.issued += 1
            return shared.issued
        }
        sender.perform(request) { [self] result in
            // A client that answers twice does not fork the chain.
            guard shared.withLock({ $0.issued == index && $0.answers.count == index - 1 }) else {
                return
            }
            receive(result)
        }
    }

    private func receive(_ result: Result<Request.Value, any Error>) {
        do {
            let answer = try result.get()
            shared.withLock { $0.answers.append(answer) }
            if let request = try next(answer) {
                issue(request)
            } else {
                shared.withLock { $0.isOver = true }
            }
        } catch {
            shared.withLock { $0.failure = error }
        }
    }
}

import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// One request or several that depend on each other, described but not yet issued.
///
/// A `URLRequest` is a plan; plans are put together to batches and chains, and those again, and
/// any ``RequestSender`` performs them. Whatever it consists of, a plan counts as one request of
/// the group in which it is performed, which fails if the plan does.
///
/// ```swift
/// let plan = RequestPlan(logIn).then { response in
///     RequestPlan.batch([feed, profile].map { authorized($0, by: response) })
/// }
/// let pages = try await session.perform(plan).values()
/// ```
public struct RequestPlan<Value: Sendable>: Sendable {
    /// What is called once with what came of a plan, whatever its client does.
    public typealias Completion = @Sendable (Result<Value, any Error>) -> Void

    let start: @Sendable (any RequestSender, @escaping Completion) -> SentRequest

    init(start: @escaping @Sendable (any RequestSender, @escaping Completion) -> SentRequest) {
        self.start = start
    }

    /// The same plan with a completion of its own, which is called before anybody else's.
    ///
    /// - Parameter completion: called once where the client calls back, in the group of the plan; with
    ///   a `LostCallbackError` if the client drops it.
    /// - Returns: the plan with the completion.
    public func onCompletion(_ completion: @escaping Completion) -> Self {
        Self { [start] sender, finish in
            start(sender) { result in
                completion(result)
                finish(result)
            }
        }
    }
}

extension RequestPlan where Value == LoadedResponse {
    /// The plan of a single request.
    public init(_ request: URLRequest) {
        self.init { sender, finish in
            let answer = OnlyAnswer(to: request, finish)
            return sender.send(request) { answer.give($0) }
        }
    }
}

/// The one answer to a request: the first that the client gives, or that none can come any more.
///
/// Whatever is made of requests relies on it: a chain does not fork because a client calls twice.
private final class OnlyAnswer: Sendable {
    private let request: URLRequest
    private let group = RequestGroup.current
    private let finish: Locked<RequestPlan<LoadedResponse>.Completion?>

    init(to request: URLRequest, _ finish: @escaping RequestPlan<LoadedResponse>.Completion) {
        self.request = request
        self.finish = Locked(finish)
    }

    deinit {
        // Only the callbacks keep it, and the client has dropped them.
        guard let finish = finish.withLock({ $0.take() }) else { return }
        let lost = LostCallbackError(label: request.requestLabel)
        RequestGroup.run(in: group) { finish(.failure(lost)) }
    }

    func give(_ result: Result<LoadedResponse, any Error>) {
        // A client that calls twice at once makes the request leave with whichever call returns
        // first, which is not the one that counts.
        let keep = group?.keepOpen()
        finish.withLock { $0.take() }?(result)
        keep?.release()
    }
}

// MARK: - What a plan can be made of

/// What is a plan or stands for one, as a `URLRequest` does.
public protocol RequestPlanConvertible<Value>: Sendable {
    /// What the request is answered with.
    associatedtype Value: Sendable

    /// What is to be done.
    var plan: RequestPlan<Value> { get }
}

extension RequestPlan: RequestPlanConvertible {
    /// The plan itself.
    public var plan: RequestPlan { self }
}

extension URLRequest: RequestPlanConvertible {
    /// The plan of this single request.
    public var plan: RequestPlan<LoadedResponse> { RequestPlan(self) }
}

// MARK: - Performing

extension RequestSender {
    /// Performs a plan in the current group.
    ///
    /// - Parameters:
    ///   - request: the plan, or a request.
    ///   - completion: called once with what came of it, where the client calls back.
    /// - Returns: what cancels whatever of it is under way, and keeps the rest from starting.
    @discardableResult
    public func perform<Request: RequestPlanConvertible>(
        _ request: Request,
        completion: @escaping @Sendable (Result<Request.Value, any Error>) -> Void
    ) -> SentRequest {
        request.plan.start(self, completion)
    }

    /// Performs a plan in the current group, and returns what came of it.
    ///
    /// - Parameter request: the plan, or a request.
    /// - Returns: what it was answered with.
    /// - Throws: why it failed; the client's own error if the awaiting task was cancelled;
    ///   `LostCallbackError` if the client drops the completion; `RequestTimeoutError` if it has not
    ///   answered before the deadline of the group.
    public func perform<Request: RequestPlanConvertible>(
        _ request: Request
    ) async throws -> Request.Value {
        let waiter = ReplyWaiter<Request.Value>()
        // At the deadline of its group nobody waits for an answer any more.
        let keep = RequestGroup.current?.keepOpen()
        keep?.addExpiryAction { [weak waiter] cancellation in
            waiter?.resume(with: .failure(cancellation.refusal(of: "awaited request")))
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                let reply = AwaitedReply(call: InterceptedCall(), label: "request", waiter: waiter)
                let sent = perform(request) { result in
                    reply.completion(result)
                    keep?.release()
                }
                waiter.onCancel { sent.cancel() }
            }
        } onCancel: {
            waiter.cancel()
        }
    }
}

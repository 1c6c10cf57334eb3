// Requests: requests as values: plans, batches and chains.

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
///
/// Every plan ends once, with its answer or an error. The error is the client's own, except that
///
/// - what is cancelled before it was answered ends with a `CancellationError`, however it was
///   cancelled and whatever the client makes of it;
/// - what has no answer at the deadline of its group ends with a `RequestTimeoutError`;
/// - what the client drops without answering ends with a `LostCallbackError`;
/// - a batch ends with a `RequestGroupError` that has every failure.
public struct RequestPlan<Value: Sendable>: Sendable {
    /// What is called once with what came of a plan, whatever its client does.
    public typealias Completion = @Sendable (Result<Value, any Error>) -> Void

    /// Begins the plan, and calls the completion once with what came of it.
    let start: @Sendable (PlanRun, @escaping Completion) -> Void

    init(start: @escaping @Sendable (PlanRun, @escaping Completion) -> Void) {
        self.start = start
    }

    /// The same plan with a completion of its own, which is called before anybody else's.
    ///
    /// - Parameter completion: called once with what came of the plan, where the client calls back and
    ///   in the group of the plan.
    /// - Returns: the plan with the completion.
    public func onCompletion(_ completion: @escaping Completion) -> Self {
        let part = PlanPart((plan: self, completion: completion))
        return Self { run, finish in
            run.next {
                // Only what it needs: the part would keep what waits for its answer.
                let (plan, completion) = part.content
                let resume = run.resuming { (result: Result<Value, any Error>) in
                    run.next {
                        completion(result)
                        finish(result)
                    }
                }
                plan.start(run, resume)
            }
        }
    }
}

extension RequestPlan where Value == LoadedResponse {
    /// The plan of a single request.
    public init(_ request: URLRequest) {
        self.init { run, finish in
            PlannedRequest(request.requestLabel, of: run, through: run.sender)
                .issue(.success(request), finish)
        }
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
        let run = PlanRun(self)
        run.perform(request.plan, completion: completion)
        return run.sent
    }

    /// Performs a plan in the current group, and returns what came of it when it has left the group.
    ///
    /// Cancelling the awaiting task cancels the plan.
    ///
    /// - Parameter request: the plan, or a request.
    /// - Returns: what it was answered with.
    /// - Throws: why it failed; see ``RequestPlan`` for what it throws that the client does not say.
    public func perform<Request: RequestPlanConvertible>(
        _ request: Request
    ) async throws -> Request.Value {
        let run = PlanRun(self)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                run.perform(request.plan) { _ in
                } left: {
                    continuation.resume(with: $0)
                }
            }
        } onCancel: {
            run.cancelWithoutBlocking()
        }
    }
}

import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A description of one request, or of several requests that depend on each other, before they are issued.
///
/// A `URLRequest` converts to a plan, and plans combine into batches and chains. Any ``RequestSender`` performs
/// plans. A plan counts as one request of the current group; if the plan fails, that request fails.
///
/// ```swift
/// let plan = logIn.plan.then { response in
///     RequestPlan.batch([feed, profile].map { authorized($0, by: response) })
/// }
/// let pages = try await session.perform(plan).values()
/// ```
///
/// A plan ends exactly once, with a value or an error. The error comes from the client or from a closure of the plan,
/// with these exceptions:
///
/// - if the plan is cancelled before its answer, the plan ends with a `CancellationError`, whatever error the client
///   reports; a plan that is cancelled before its start may end with ``InterceptionSettings/cancellationError``;
/// - if the plan has no answer at the deadline of its group, the plan ends with a `RequestTimeoutError`;
/// - if the client releases the completion without calling it, the plan ends with a `LostCallbackError`;
/// - a batch ends with a `RequestGroupError`, which contains every failure.
public struct RequestPlan<Value: Sendable>: Sendable {
    typealias Completion = @Sendable (Result<Value, any Error>) -> Void

    let start: @Sendable (PlanRun, @escaping Completion) -> Void

    /// Returns the plan with a completion, which is called before the completions of enclosing plans.
    ///
    /// The completion is called once, usually on the client's callback thread, in the plan's group.
    public func onCompletion(
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Self {
        continued(by: completion) { _, completion, result, finish in
            completion(result)
            finish(result)
        }
    }

    /// Returns a plan that performs this plan, and then `step` with `closure`, the result and the completion.
    ///
    /// `step` must capture nothing: a `PlanStorage` owns this plan and `closure`, so that releasing many plans one
    /// inside the other does not recurse.
    func continued<Closure: Sendable, New: Sendable>(
        by closure: Closure,
        _ step:
            @escaping @Sendable (
                PlanRun, Closure, Result<Value, any Error>, @escaping RequestPlan<New>.Completion
            ) -> Void
    ) -> RequestPlan<New> {
        let storage = PlanStorage((plan: self, closure: closure))
        return RequestPlan<New> { run, finish in
            run.next {
                // Capture `closure`, because `storage` would keep all inner plans alive while the request runs.
                let (plan, closure) = storage.content
                let resume = run.loop.resuming { (result: Result<Value, any Error>) in
                    run.next { step(run, closure, result, finish) }
                }
                plan.start(run, resume)
            }
        }
    }
}

// MARK: - Conversions to a plan

/// A type that converts to a plan, such as `URLRequest`.
public protocol RequestPlanConvertible<Value>: Sendable {
    /// The type of the plan's value.
    associatedtype Value: Sendable

    /// The plan.
    var plan: RequestPlan<Value> { get }
}

extension RequestPlan: RequestPlanConvertible {
    /// The plan itself.
    public var plan: RequestPlan { self }
}

extension URLRequest: RequestPlanConvertible {
    /// The plan of this single request.
    public var plan: RequestPlan<LoadedResponse> {
        RequestPlan { run, finish in
            let step = PlanStep(labelOnDemand, of: run)
            step.issue(.success(self), in: run, through: run.sender, finish)
        }
    }
}

extension RequestSender {
    /// Performs a plan in the current group.
    ///
    /// - Parameters:
    ///   - request: the plan or request.
    ///   - completion: the closure that is called once with the result, usually on the client's callback thread.
    /// - Returns: a handle that cancels the running requests, and prevents the start of further requests.
    @discardableResult
    public func perform<Request: RequestPlanConvertible>(
        _ request: Request,
        completion: @escaping @Sendable (Result<Request.Value, any Error>) -> Void
    ) -> CancelHandle {
        let run = PlanRun(self)
        run.perform(request.plan, completion: completion)
        let byteCount = { @Sendable in run.byteCount }
        return CancelHandle(byteCount: byteCount) {
            run.cancel()
            return true
        }
    }

    /// Performs a plan in the current group, and returns its value when the plan has left the group.
    ///
    /// Cancelling the awaiting task cancels the plan. For the errors, see ``RequestPlan``.
    public func perform<Request: RequestPlanConvertible>(
        _ request: Request
    ) async throws -> Request.Value {
        let run = PlanRun(self)
        return try await run.result { run.perform(request.plan, left: $0) }
    }
}

public import GroupContext

/// Takes the answer of a client's callback method that is called as an asynchronous one.
///
/// Hand ``success(_:)``, ``failure(_:)`` or a form of `completion` to the client as its callbacks.
/// The first answer counts. When all of them have been released without being called, the awaiting
/// caller gets a `LostCallbackError`, where a bare continuation would hang for ever.
public final class AwaitedReply<Value>: Sendable {
    let call: InterceptedCall
    private let label: @Sendable () -> String
    private let waiter: ReplyWaiter<Value>

    init(
        call: InterceptedCall,
        label: @escaping @Sendable () -> String,
        waiter: ReplyWaiter<Value>
    ) {
        self.call = call
        self.label = label
        self.waiter = waiter
    }

    deinit {
        call.release()
        let isOverdue = call.membership?.isOverdue == true
        waiter.resume(with: .failure(isOverdue ? timeout : LostCallbackError(label: label())))
    }

    private var timeout: any Error { GroupCancellation.deadline.refusal(of: label()) }

    /// The request has succeeded.
    public func success(_ value: Value) {
        answer(.success(value))
    }

    /// The request has failed.
    public func failure(_ error: any Error) {
        answer(.failure(error))
    }

    /// The request has succeeded or failed.
    public func completion<Failure: Error>(_ result: Result<Value, Failure>) {
        answer(result.mapError { $0 })
    }

    /// Answers, and returns whether the caller gets the result.
    ///
    /// With `failure` the group takes a success for a failure. The request leaves before its caller goes
    /// on, who may look at the group or cancel it. After the deadline both report that the request has timed out.
    @discardableResult
    func answer(_ result: Result<Value, any Error>, failure: (any Error)? = nil) -> Bool {
        let isInTime = call.membership?.settle(result.reportedFailure ?? failure) ?? true
        return waiter.resume(with: isInTime ? result : .failure(timeout)) && isInTime
    }

    /// The request has succeeded or failed; with neither a value nor an error it has lost its
    /// answer.
    public func completion(_ value: Value?, _ error: (any Error)?) {
        if let error {
            failure(error)
        } else if let value {
            success(value)
        } else {
            failure(LostCallbackError(label: label()))
        }
    }

    /// The request has succeeded with two values, or failed; with neither both values nor an error
    /// it has lost its answer.
    public func completion<First, Second>(
        _ first: First?,
        _ second: Second?,
        _ error: (any Error)?
    ) where Value == (First, Second) {
        if let first, let second, error == nil {
            success((first, second))
        } else {
            failure(error ?? LostCallbackError(label: label()))
        }
    }

    /// Cancels the request when its group or the awaiting task is cancelled, at once if it is.
    ///
    /// - Parameters:
    ///   - handle: what the client returned for the request; an object is held weakly.
    ///   - cancel: cancels the request, on any thread. The client then has to call back.
    public func onCancel<Handle>(
        _ handle: Handle,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        let reference = HandleReference(handle)
        waiter.onCancel { [weak waiter] in
            if !reference.use(cancel) { waiter?.reportLostHandle() }
        }
    }
}

extension RequestIntercepting {
    /// Calls a callback method of the client as an asynchronous one.
    ///
    /// In a group the request enters and leaves it. Inside and outside one, a lost callback throws
    /// instead of hanging, and cancelling the awaiting task cancels the request.
    ///
    /// ```swift
    /// func user() async throws -> User {
    ///     try await awaitReply("GET user") { reply in
    ///         base.getUser(success: reply.success, failure: reply.failure)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; built only where it is
    ///     needed.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is where it has to wait; by default that of its
    ///     group, or of the current task.
    ///   - isolation: the actor on which the request is issued.
    ///   - start: calls the client; later, if the request has to wait for a slot.
    /// - Returns: the value that the client answered with.
    /// - Throws: the error that the client answered with; `LostCallbackError`;
    ///   `CancellationError` or `RequestTimeoutError` if the group ended before the request began
    ///   or, at its deadline, before the client answered.
    public func awaitReply<Value>(
        _ label: @escaping @autoclosure @Sendable () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: isolated (any Actor)? = #isolation,
        _ start: @escaping (AwaitedReply<Value>) -> Void
    ) async throws -> Value {
        let waiter = ReplyWaiter<Value>(interceptionSettings)
        return try await withTaskCancellationHandler {
            // What captures an isolated parameter stays on its actor, and so does `start`.
            _ = isolation
            return try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                let group = RequestGroup.current
                #if DEBUG
                if group == nil { reportStray(label) }
                #endif
                guard group != nil || interceptionSettings.needsAdmission,
                    let admission = admit(
                        label(),
                        to: group,
                        isOptional: isOptional,
                        priority: priority,
                        isCancelledAlone: true
                    )
                else {
                    let call = InterceptedCall()
                    return start(AwaitedReply(call: call, label: label, waiter: waiter))
                }
                let membership = admission.membership
                waiter.enter(membership)
                // What its caller no longer waits for is not sent.
                if Task.isCancelled { waiter.cancel() }
                DeferredStart(
                    admission,
                    place: StartingPlace(queue: interceptionSettings.queue, isolation: isolation),
                    start: {
                        let call = InterceptedCall(membership)
                        let reply = AwaitedReply(call: call, label: label, waiter: waiter)
                        admission.hand { start(reply) }
                    },
                    refuse: { error in
                        membership.settle(error)
                        waiter.resume(with: .failure(error))
                    }
                )
                .run()
                // A task that was cancelled meanwhile could not yet refuse the start.
                if Task.isCancelled { waiter.cancel() }
            }
        } onCancel: {
            waiter.cancel()
        }
    }
}

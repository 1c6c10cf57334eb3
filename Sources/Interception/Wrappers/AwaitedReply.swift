public import GroupContext

/// The callbacks of a client's method that an `async` wrapper method awaits.
///
/// Pass ``success(_:)``, ``failure(_:)`` or one of the `completion` methods to the client as its callbacks. The
/// caller receives only the first answer. If the client releases all callbacks without calling one, the awaiting
/// caller throws `LostCallbackError`, where a plain continuation would hang forever. The client may call the
/// callbacks on any thread.
public final class AwaitedReply<Value>: Sendable {
    let call: InterceptedCall
    private let makeLabel: @Sendable () -> String
    private let waiter: ReplyWaiter
    private let settings: InterceptionSettings

    init(
        _ call: InterceptedCall,
        _ label: @escaping @Sendable () -> String,
        _ waiter: ReplyWaiter,
        _ settings: InterceptionSettings
    ) {
        self.call = call
        makeLabel = label
        self.waiter = waiter
        self.settings = settings
    }

    deinit {
        waiter.resume {
            call.membership?.release()
            let isOverdue = call.membership?.isOverdue == true
            return isOverdue ? timeout : LostCallbackError(label: label)
        }
    }

    private var label: String { call.membership?.label ?? makeLabel() }

    private var timeout: any Error { CancellationReason.deadline.rejection(of: label) }

    /// Reports that the request has succeeded.
    public func success(_ value: Value) {
        success(value, recording: nil)
    }

    /// Reports that the request has failed.
    public func failure(_ error: any Error) {
        if settle(error) { waiter.resume { error } }
    }

    /// Reports the result of the request.
    public func completion<Failure: Error>(_ result: Result<Value, Failure>) {
        switch result {
        case .success(let value): success(value)
        case .failure(let error): failure(error)
        }
    }

    /// Reports a value, and returns whether the awaiting caller receives the value.
    ///
    /// A non-`nil` `error` makes the group record a failure although the caller receives a value. After the
    /// deadline, the group and the caller both receive a timeout.
    @discardableResult
    func success(_ value: Value, recording error: (any Error)?) -> Bool {
        settle(error) && waiter.resume(returning: value)
    }

    /// Ends the request, and returns whether the awaiting caller should receive this answer.
    ///
    /// The first answer after the deadline resumes the caller with a timeout here. The request ends before its caller
    /// resumes, because the caller may inspect or cancel the group.
    private func settle(_ error: (any Error)?) -> Bool {
        let answer = call.membership?.settle(error) ?? .first
        if answer == .late { waiter.resume { timeout } }
        return answer == .first
    }

    /// Reports a value or an error; if both are `nil`, the request fails with an ``UnexplainedFailureError``.
    public func completion(_ value: Value?, _ error: (any Error)?) {
        if let value, error == nil {
            success(value)
        } else {
            failure(error ?? UnexplainedFailureError())
        }
    }

    /// Reports two values or an error.
    ///
    /// If the error and a value are `nil`, the request fails with an ``UnexplainedFailureError``.
    public func completion<First, Second>(
        _ first: First?,
        _ second: Second?,
        _ error: (any Error)?
    ) where Value == (First, Second) {
        completion(first.flatMap { first in second.map { (first, $0) } }, error)
    }

    /// Adds an action that cancels the request when its group or the awaiting task is cancelled.
    ///
    /// If the request is already cancelled, the action runs at once.
    ///
    /// - Parameters:
    ///   - handle: the client's return value for the request. If the value is an object, the request has only a
    ///     weak reference to the object.
    ///   - cancel: the closure that cancels the request, on the queue of the settings, or without a queue on any
    ///     thread. The client still has to call back.
    public func onCancel<Handle>(
        _ handle: Handle,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        let reference = HandleReference(handle, settings, cancel)
        reference.setReportReceiver(call.membership, label: makeLabel)
        waiter.onCancel(of: call.membership, reference.cancelOnQueue)
    }
}

extension RequestIntercepting {
    /// Calls a method of the client that has callbacks, and awaits its answer.
    ///
    /// In a group, the request enters before the client is called, and leaves before the caller resumes. With and
    /// without a group, a lost callback throws an error instead of hanging the caller, and cancelling the awaiting
    /// task cancels the request.
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
    ///   - label: the label of the request in errors, progress and events; evaluated only if needed.
    ///   - isOptional: a Boolean value that indicates whether the group tolerates a failure of the request.
    ///   - priority: the priority of the request while it waits for a permit; by default, the priority of its
    ///     group or of the current task.
    ///   - isolation: the actor on which the request is issued.
    ///   - start: the closure that calls the client; delayed if the request has to wait for a permit.
    /// - Returns: the value with which the client answered.
    /// - Throws: the error with which the client answered, or `LostCallbackError`. Throws `CancellationError` or the
    ///   error of ``InterceptionSettings/cancellationError`` if the request is rejected. Throws
    ///   `RequestTimeoutError` if the deadline of the group passes before the client answers.
    public func awaitReply<Value>(
        _ label: @escaping @autoclosure @Sendable () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: isolated (any Actor)? = #isolation,
        _ start: @escaping (AwaitedReply<Value>) -> Void
    ) async throws -> Value {
        let waiter = ReplyWaiter()
        return try await withTaskCancellationHandler {
            // Capturing the isolated parameter keeps this closure, and so `start`, on the caller's actor.
            _ = isolation
            return try await withCheckedThrowingContinuation { continuation in
                // Read here, on the caller's actor, because the thread that cancels the group may reject the request.
                let settings = interceptionSettings
                let admission = admit(
                    label,
                    isOptional: isOptional,
                    priority: priority,
                    keepsCancelHandlers: true
                )
                waiter.wait(continuation, for: admission?.membership)
                func callClient(_ entry: CallEntry) {
                    start(AwaitedReply(InterceptedCall(entry), label, waiter, settings))
                }
                guard let admission else { return callClient(.ungrouped) }
                // Do not start a request whose task is already cancelled.
                if Task.isCancelled { waiter.cancel() }
                func startOrReject(_ rejection: CancellationReason?) {
                    let membership = admission.membership
                    guard let rejection else {
                        return admission.withActiveCall { callClient(.entered(membership)) }
                    }
                    let error = rejection.rejection(of: membership, settings.cancellationError)
                    membership.settle(error)
                    waiter.resume { error }
                }
                // Check again, because another thread may have cancelled the group meanwhile.
                if admission.isImmediate { return startOrReject(admission.membership.checkStart()) }
                let executor = StartExecutor(queue: settings.queue, isolation: isolation)
                admission.start(at: executor, startOrReject)
                // Cancel again, in case the task was cancelled before the request began to wait for a permit.
                if Task.isCancelled { waiter.cancel() }
            }
        } onCancel: {
            waiter.cancel()
        }
    }
}

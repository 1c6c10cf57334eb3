public import GroupContext

// `intercept` for asynchronous methods.
extension RequestIntercepting {
    /// Passes an asynchronous request to the client.
    ///
    /// In a group the request enters before the operation runs, and leaves when the operation has returned. Cancelling
    /// the group cancels the operation. An operation that ignores its cancellation delays its caller, even beyond the
    /// deadline of the group. If only the caller's task is cancelled, the operation's error is thrown, and the failure
    /// counts as a consequence of cancelling. Requests that the operation issues through the same client are
    /// subrequests of this request. A client may return its error in a value: the closure `error` returns this error,
    /// with which the request fails, and the caller gets the value.
    ///
    /// ```swift
    /// func user() async throws -> User {
    ///     try await intercept("GET user") { try await base.user() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: the label of the request in errors, progress and events; evaluated only if needed.
    ///   - isOptional: a Boolean value that indicates whether the group tolerates a failure of the request.
    ///   - priority: the priority of the request while it waits for a permit; by default, the priority of its
    ///     group or of the current task.
    ///   - error: the closure that returns the error in a value, or `nil` if the request succeeded.
    ///   - operation: the asynchronous closure that calls the client, on the caller's actor.
    /// - Returns: the value that the operation returns.
    /// - Throws: the error that the operation throws. Throws `CancellationError`, the error of
    ///   ``InterceptionSettings/cancellationError`` or `RequestTimeoutError` if the request is rejected.
    public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        error: (Value) -> (any Error)? = { _ in nil },
        _ operation: @autoclosure () -> () async throws -> Value
    ) async throws -> Value {
        guard let admission = admit(label, isOptional: isOptional, priority: priority)
        else { return try await operation()() }
        let membership = admission.membership
        if admission.outerRequest != nil {
            defer { membership.release() }
            if let rejection = membership.checkStart() {
                throw rejection.rejection(of: membership, interceptionSettings.cancellationError)
            }
            return try await operation()()
        }
        do {
            if let rejection = await admission.start() {
                throw rejection.rejection(of: membership, interceptionSettings.cancellationError)
            }
            let value = try await membership.perform(for: interceptedClient, operation())
            membership.settle(error(value))
            return value
        } catch {
            membership.settle(error)
            throw error
        }
    }
}

extension Admission {
    /// Waits until the request may start, and returns the reason if the request is rejected.
    ///
    /// The caller makes the error, because a rejection may hold the runtime's lock of the cancelled task and must run
    /// no user code.
    fileprivate func start() async -> CancellationReason? {
        if isImmediate { return nil }
        let rejection = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(at: nil) { continuation.resume(returning: $0) }
                // Cancel again, in case the task was cancelled before the request began to wait for a permit.
                if Task.isCancelled { membership.cancel() }
            }
        } onCancel: {
            membership.cancelWithoutBlocking()
        }
        // Check again, because the group may have been cancelled before this task continued.
        return rejection ?? membership.checkStart()
    }
}

extension Membership {
    /// Runs the operation in a task; cancelling the request cancels this task.
    fileprivate func perform<Value>(
        for client: ObjectIdentifier,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        let task = ChildTask()
        add(.cancellingOperation { _ in task.cancel() })
        var (value, thrown) = (Value?.none, (any Error)?.none)
        await withTaskCancellationHandler {
            // Capturing the isolated parameter keeps this closure on the caller's actor.
            _ = isolation
            await task.run(isolation: isolation) {
                await withActiveOperation(of: client, isolation: isolation) {
                    do { value = try await operation() } catch { thrown = error }
                }
            }
        } onCancel: {
            cancelWithoutBlocking()
        }
        if let value { return value }
        throw thrown ?? CancellationError()
    }
}

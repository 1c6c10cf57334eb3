// Interception of asynchronous methods.

public import GroupContext

extension RequestIntercepting {
    /// Passes an asynchronous request to the client.
    ///
    /// In a group the request enters before the operation runs, and leaves when it has returned; cancelling the group
    /// cancels the operation. An operation that ignores its cancellation delays its caller, even beyond the deadline
    /// of the group. If only the operation's own task is cancelled, its error is thrown and is no cause of a group
    /// failure. Requests that the operation issues through the same client are subrequests of this one.
    ///
    /// ```swift
    /// func user() async throws -> User {
    ///     try await intercept("GET user") { try await base.user() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: the name of the request in errors, progress and events; evaluated only in a group.
    ///   - isOptional: a Boolean value that indicates whether a failure of the request leaves the group successful.
    ///   - priority: the priority while the request waits for a permit; by default that of its group, or of the
    ///     current task.
    ///   - operation: calls the client, on the caller's actor.
    /// - Returns: the value that the operation returns.
    /// - Throws: the error that the operation throws; `CancellationError` or `RequestTimeoutError` if the group was
    ///   cancelled before the request could start.
    public func intercept<Value>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        _ operation: @autoclosure () -> () async throws -> Value
    ) async throws -> Value {
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { reportStray(label) }
        #endif
        guard group != nil || interceptionSettings.needsAdmission,
            let admission = admit(label(), to: group, isOptional: isOptional, priority: priority)
        else { return try await operation()() }
        let membership = admission.membership
        if admission.isPart {
            defer { membership.release() }
            return try await operation()()
        }
        do {
            try await admission.start()
            let value = try await membership.perform(for: interceptedClient, operation())
            membership.settle(nil)
            return value
        } catch {
            membership.settle(error)
            throw error
        }
    }
}

extension Admission {
    /// Waits until the request may start; throws if it is rejected.
    fileprivate func start() async throws {
        if isImmediate { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DeferredStart(
                    self,
                    place: nil,
                    start: { continuation.resume() },
                    refuse: { continuation.resume(throwing: $0) }
                )
                .run()
                // A task that was cancelled before `run` had no rejection to call yet.
                if Task.isCancelled { membership.cancel() }
            }
        } onCancel: {
            membership.cancelWithoutBlocking()
        }
    }
}

extension Membership {
    /// Runs the operation in a task that cancelling the request cancels.
    fileprivate func perform<Value>(
        for client: ObjectIdentifier,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        let task = ChildTask()
        add(.cancellingOperation) { _ in task.cancel() }
        return try await withTaskCancellationHandler {
            // Capturing the isolated parameter keeps this closure on its actor.
            _ = isolation
            return await task.run(isolation: isolation) {
                try await handOperation(to: client) { try await operation() }
            }
        } onCancel: {
            cancelWithoutBlocking()
        }
        .get()
    }
}

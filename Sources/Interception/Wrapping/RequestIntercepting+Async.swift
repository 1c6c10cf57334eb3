public import GroupContext

extension RequestIntercepting {
    /// Passes one asynchronous request on to the client.
    ///
    /// In a group the request enters before the operation runs and leaves when it has returned;
    /// cancelling the group cancels it. Outside any group the operation simply runs. An operation
    /// that does not heed its cancelling keeps its caller, also beyond the deadline of the group. An
    /// operation whose own task is cancelled, not its group, throws as by hand, and is no cause of a
    /// failure. What the operation intercepts through the same client is a part of this request.
    ///
    /// ```swift
    /// func user() async throws -> User {
    ///     try await intercept("GET user") { try await base.user() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; built only in a group.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is where it has to wait; by default that of its
    ///     group, or of the current task.
    ///   - operation: calls the client, on the caller's actor.
    /// - Returns: what the operation returns.
    /// - Throws: what the operation throws; `CancellationError` or `RequestTimeoutError` if the
    ///   group was cancelled before the request could start.
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
    /// Returns when the request may start.
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
                // A task that was cancelled before could not yet refuse the start.
                if Task.isCancelled { membership.cancel() }
            }
        } onCancel: {
            membership.cancelWithoutBlocking()
        }
    }
}

extension Membership {
    /// Runs the operation so that cancelling the request cancels it.
    fileprivate func perform<Value>(
        for client: ObjectIdentifier,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        let task = ChildTask()
        add(.cancellingOperation) { _ in task.cancel() }
        return try await withTaskCancellationHandler {
            // What captures an isolated parameter stays on its actor.
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

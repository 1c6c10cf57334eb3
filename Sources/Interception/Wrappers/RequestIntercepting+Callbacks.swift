import Dispatch
public import GroupContext

// `intercept` for callbacks that the closure wraps itself, and how each request is admitted.
extension RequestIntercepting {
    /// Passes one request to the client, with callbacks that the closure wraps.
    ///
    /// Use this method for callbacks that fit no role, for delegates, and for callbacks that are properties of an
    /// object. In the closure, wrap each callback with ``InterceptedCall/wrap(_:)``, or call the callback in
    /// `call.answer(error) { … }`.
    ///
    /// ```swift
    /// typealias Done = (Int, [String: String], Data?, Problem?) -> Void
    ///
    /// func fetch(_ path: String, done: @escaping Done) {
    ///     intercept("GET \(path)", onRejection: { done(0, [:], nil, Problem($0)) }) { call in
    ///         base.fetch(path) { status, headers, data, problem in
    ///             call.answer(problem) { done(status, headers, data, problem) }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: the label of the request in errors, progress and events; evaluated only if needed. The label
    ///     must not contain secrets. The default is the name of the calling method.
    ///   - isOptional: a Boolean value that indicates whether the group tolerates a failure of the request.
    ///   - priority: the priority of the request while it waits for a permit; by default, the priority of its
    ///     group or of the current task.
    ///   - onRejection: the closure that passes the error to the caller's callbacks if the request is rejected,
    ///     because its group was cancelled before the start. Without the closure, only the group and its observers
    ///     are notified.
    ///   - isolation: the actor on which the request is issued.
    ///   - start: the closure that calls the client. The closure runs later if the request has to wait for a
    ///     permit, and never if the group is cancelled before.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onRejection: ((any Error) -> Void)? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (InterceptedCall) -> Void
    ) {
        func perform(_ step: IssueStep) {
            switch step {
            case .start(let call): start(call)
            case .report(let error): onRejection?(error)
            case .finally: break
            }
        }
        let options = (isOptional, priority, isolation)
        let isOnMain = onRejection == nil ? nil : false
        issue(in: groupToEnter(label), options, isOnMain: isOnMain, start, perform)
    }

    /// Passes a request, with callbacks that the closure wraps, to a client that returns a handle or throws at once.
    ///
    /// Such a request cannot wait for a permit, so it starts even if the limit is reached, and then counts toward
    /// the limit. In a cancelled group the request is started and cancelled at once.
    ///
    /// ```swift
    /// func get(_ path: String, done: @escaping Done) -> Request {
    ///     intercept("GET \(path)", cancel: { $0.cancel() }) { call in
    ///         base.get(path) { status, headers, data, problem in
    ///             call.answer(problem) { done(status, headers, data, problem) }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: the label of the request; see `intercept(_:isOptional:priority:onRejection:isolation:_:)`.
    ///   - isOptional: a Boolean value that indicates whether the group tolerates a failure of the request.
    ///   - cancel: the closure that cancels the request when its group is cancelled.
    ///   - holdsHandle: a Boolean value that indicates whether the group retains a handle that is an object, until
    ///     the request has left or was cancelled. By default the group has only a weak reference to an object,
    ///     because the client may react to the release of its handle, and because a handle that retains the
    ///     callbacks would hide a lost callback. Pass `true` for a handle that only the caller retains; otherwise
    ///     the group cannot cancel the request.
    ///   - start: the closure that calls the client, and wraps each callback with ``InterceptedCall/wrap(_:)``.
    /// - Returns: the handle of the client.
    /// - Throws: the error of the client; the request then leaves its group with that error.
    @inlinable
    @discardableResult
    public func intercept<Handle>(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        cancel: @escaping @Sendable (Handle) -> Void,
        holdsHandle: Bool = false,
        _ start: (InterceptedCall) throws -> Handle
    ) rethrows -> Handle {
        guard let group = groupToEnter(label),
            let (membership, active) = enterDespiteLimits(group, isOptional: isOptional)
        else { return try start(InterceptedCall()) }
        let call = InterceptedCall(.entered(membership))
        do {
            let handle = try active.withActiveCall(of: interceptedClient) { try start(call) }
            let settings = interceptionSettings
            call.onCancel(HandleReference(handle, isStrong: holdsHandle, settings, cancel))
            return handle
        } catch {
            call.settle(error)
            // A client that throws never calls the `finally` callback, so end the request here.
            call.runFinally {}
            throw error
        }
    }
}

extension RequestIntercepting {
    /// Enters a request in the current group; `nil` if the request needs no membership.
    ///
    /// Debug builds report a request outside any group.
    func admit(
        _ label: () -> String,
        isOptional: Bool,
        priority: RequestPriority? = nil,
        keepsCancelHandlers: Bool = false,
        isSlow: Bool = false
    ) -> Admission? {
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { interceptionSettings.reportUngrouped(label) }
        #endif
        guard group != nil || interceptionSettings.needsAdmission else { return nil }
        return Admission(
            .text(label()),
            isOptional: isOptional,
            priority: priority,
            keepsCancelHandlers: keepsCancelHandlers,
            isSlow: isSlow,
            client: interceptedClient,
            settings: interceptionSettings,
            group: group
        )
    }

    /// Enters a request that starts at once, despite limits; returns `nil` if the callbacks need no wrapping.
    ///
    /// - Returns: the membership, and the request that is the active call while the client is called.
    @usableFromInline
    func enterDespiteLimits(
        _ group: GroupToEnter,
        isOptional: Bool
    ) -> (membership: Membership, active: Membership)? {
        let (group, label) = group
        if let entry = group.enterAtOnce(.text(label), isOptional: isOptional) {
            // The group has returned the permit of a rejected request, but this request starts all the same.
            if entry.rejection != nil, let limiter = group.limiter {
                entry.membership.takePermitAtOnce(of: limiter)
            }
            return (entry.membership, entry.membership)
        }
        guard let admission = admit({ label }, isOptional: isOptional, isSlow: true) else {
            return nil
        }
        admission.startDespiteLimits()
        return (admission.membership, admission.active)
    }

    /// Starts, delays or rejects a request that the fast path cannot start.
    ///
    /// For example, the request waits for a permit, was rejected, is a subrequest, or propagates task-locals.
    @usableFromInline
    @inline(never)
    func issueSlowly(
        _ label: String,
        _ rejected: GroupEntry?,
        _ options: IssueOptions,
        isOnMain: Bool?,
        _ perform: @escaping (IssueStep) -> Void
    ) {
        let settings = interceptionSettings
        let executor = StartExecutor(queue: settings.queue, isolation: options.isolation)
        func reject(_ membership: Membership, _ reason: CancellationReason) {
            let error = reason.rejection(of: membership, settings.cancellationError)
            guard let isOnMain else {
                membership.settle(error)
                return
            }
            // Safe: only this thread and then the executor use the closure, because the client is not called.
            nonisolated(unsafe) let perform = perform
            let executor = isOnMain ? .queue(.main) : executor
            executor.report {
                membership.answer(error) {
                    perform(.report(error))
                    perform(.finally)
                }
            }
        }
        if case (let membership, let reason?)? = rejected { return reject(membership, reason) }
        guard
            let admission = admit(
                { label },
                isOptional: options.isOptional,
                priority: options.priority,
                isSlow: true
            )
        else { return perform(.start(InterceptedCall())) }
        // Copy these two, because the closure would otherwise retain all parts of the admission.
        let (membership, active) = (admission.membership, admission.active)
        let client = interceptedClient
        admission.start(at: executor) { reason in
            if let reason { return reject(membership, reason) }
            active.withActiveCall(of: client) { perform(.start(.init(.entered(membership)))) }
        }
    }
}

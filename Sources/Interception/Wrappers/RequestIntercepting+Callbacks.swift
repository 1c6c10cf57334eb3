import Dispatch
public import GroupContext

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
    ///   - label: the label of the request in errors, progress and events; evaluated only in a group. The label
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
        let options = (isOptional, priority, isolation)
        let group = groupToEnter(label)
        let delayed = startAtOnce(in: group, isOptional: isOptional, of: interceptedClient, start)
        guard let delayed else { return }
        let rejections = { onRejection.map { [PlainRole.failure($0).rejection] } ?? [] }
        delay(delayed, options, rejections, start)
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
        guard let admission = admitAtOnce(label, isOptional) else {
            return try start(InterceptedCall())
        }
        return try admission.start(cancel, holdsHandle, interceptionSettings, start)
    }
}

extension RequestIntercepting {
    @usableFromInline
    func admit(
        _ label: String,
        to group: RequestGroup?,
        isOptional: Bool,
        priority: RequestPriority?,
        isCancelledAlone: Bool = false
    ) -> Admission? {
        Admission(
            label,
            isOptional: isOptional,
            priority: priority,
            isCancelledAlone: isCancelledAlone,
            client: interceptedClient,
            settings: interceptionSettings,
            group: group
        )
    }

    /// Enters a request that starts at once, despite limits; returns `nil` if the callbacks need no wrapping.
    @inlinable
    func admitAtOnce(_ label: () -> String, _ isOptional: Bool) -> Admission? {
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { reportUngrouped(label) }
        #endif
        guard group != nil || interceptionSettings.needsAdmission else { return nil }
        return enterWithoutWaiting(label(), in: group, isOptional: isOptional)
    }

    @usableFromInline
    func enterWithoutWaiting(
        _ label: String,
        in group: RequestGroup?,
        isOptional: Bool
    ) -> Admission? {
        guard let admission = admit(label, to: group, isOptional: isOptional, priority: nil)
        else { return nil }
        admission.startDespiteLimits()
        return admission
    }
}

extension Admission {
    /// Starts a request whose client returns a handle, and cancels the handle when the group is cancelled.
    @inlinable
    func start<Handle>(
        _ cancel: @escaping @Sendable (Handle) -> Void,
        _ holdsHandle: Bool,
        _ settings: InterceptionSettings,
        _ start: (InterceptedCall) throws -> Handle
    ) rethrows -> Handle {
        let call = InterceptedCall(membership)
        do {
            let handle = try withActiveCall { try start(call) }
            let reference = HandleReference(handle, isStrong: holdsHandle)
            call.onCancel(reference, settings: settings, cancel)
            return handle
        } catch {
            call.settle(error)
            // A client that throws never calls the `finally` callback, so end the request here.
            call.finish {}
            throw error
        }
    }
}

extension RequestIntercepting {
    /// Starts a request that could not start at once.
    ///
    /// The request waits for a permit, is rejected, is a subrequest, or joins no group. The closure `rejections`
    /// returns the closures that report a rejection; `start` calls the client.
    @usableFromInline
    @inline(never)
    func delay(
        _ delayed: DelayedIssue,
        _ options: IssueOptions,
        _ rejections: @escaping () -> [Rejection],
        _ start: @escaping (InterceptedCall) -> Void
    ) {
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { reportUngrouped { delayed.label } }
        #endif
        let admission =
            if let membership = delayed.membership {
                Admission(cancelled: membership, settings: interceptionSettings)
            } else {
                admit(
                    delayed.label,
                    to: group,
                    isOptional: options.isOptional,
                    priority: options.priority
                )
            }
        guard let admission else { return start(InterceptedCall()) }
        let (membership, client) = (admission.membership, interceptedClient)
        let activeRequest = admission.outerRequest ?? membership
        let executor = StartExecutor(
            queue: interceptionSettings.queue,
            isolation: options.isolation
        )
        admission.start(at: executor) { result in
            switch result {
            case .success:
                activeRequest.withActiveCall(of: client) { start(InterceptedCall(membership)) }
            case .failure(let error): membership.reject(error, at: executor, rejections())
            }
        }
    }
}

extension Membership {
    fileprivate func reject(
        _ error: any Error,
        at executor: StartExecutor,
        _ rejections: [Rejection]
    ) {
        if rejections.isEmpty {
            settle(error)
            return
        }
        let isOnMain = rejections.contains(where: \.isOnMain)
        let executor = isOnMain ? StartExecutor(queue: .main, isolation: nil) : executor
        // Safe: only this thread and then the executor use the closures, because the client is not called.
        nonisolated(unsafe) let rejections = rejections
        executor.report { [self] in
            answer(error) {
                for rejection in rejections { rejection.report(error, .report) }
                for rejection in rejections { rejection.report(error, .finally) }
            }
        }
    }
}

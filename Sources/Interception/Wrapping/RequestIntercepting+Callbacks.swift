import Dispatch
public import GroupContext

extension RequestIntercepting {
    /// Passes one request on to the client, with callbacks that the closure wraps.
    ///
    /// For callbacks that no role fits, for delegates, and for callbacks that are properties of an object. Wrap
    /// each callback with ``InterceptedCall/wrap(_:)``, or call it in `call.answer(error) { … }`.
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
    ///   - label: what the request is called in errors, progress and events; built only in a
    ///     group. Put nothing secret into it. By default the name of the calling method.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is while it waits for a permit; by default the priority of its
    ///     group, or of the current task.
    ///   - onRejection: reports through the caller's callbacks that the group was cancelled before the
    ///     request could start. Without it only the group and its observers are notified.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client; later, if the request has to wait for a permit, and never if its group was
    ///     cancelled before.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onRejection: ((any Error) -> Void)? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (InterceptedCall) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start(InterceptedCall()) }
        let (label, options) = (built(label), (interceptedClient, isOptional, priority, isolation))
        guard let (call, stack) = group.enterCall(label, options) else {
            return interceptionSettings.issue(
                label,
                options,
                rejections: { onRejection.map { [PlainRole.failure($0).parts.rejection] } ?? [] },
                start
            )
        }
        start(call)
        stack.pop(call)
    }

    /// Passes a request on to a client that returns a handle or throws at once, with callbacks that the
    /// closure wraps.
    ///
    /// Such a request cannot wait: under a limit it counts, and starts. In a cancelled group it
    /// is started and cancelled at once.
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
    ///   - label: what the request is called; see `intercept(_:isOptional:priority:onRejection:isolation:_:)`.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - cancel: cancels the request when its group is cancelled.
    ///   - holdsHandle: whether the group holds a handle that is an object until the request has
    ///     left or been cancelled. By default it does not: dropping the handle may mean something
    ///     to the client, and a handle that keeps the callbacks would hide that they were lost.
    ///     Pass `true` for a thin handle that only its caller keeps, or cancelling gets lost.
    ///   - start: calls the client, with each callback wrapped by a role of the call.
    /// - Returns: the handle of the client.
    /// - Throws: what the client throws; the request then leaves its group with that error.
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
    /// Enters the group, or `nil` if the request goes its own way.
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

    /// Enters a request that starts at once, whatever the limits; `nil` if its client gets the caller's own
    /// callbacks.
    @inlinable
    func admitAtOnce(_ label: () -> String, _ isOptional: Bool) -> Admission? {
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { reportStray(label) }
        #endif
        guard group != nil || interceptionSettings.needsAdmission else { return nil }
        return enterWithoutWaiting(label(), in: group, isOptional: isOptional)
    }

    /// Enters the group with a request that starts, whatever the limits; `nil` if it goes its own way.
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
    /// Starts a request that returns a handle, and cancels the handle with the group.
    @inlinable
    func start<Handle>(
        _ cancel: @escaping @Sendable (Handle) -> Void,
        _ holdsHandle: Bool,
        _ settings: InterceptionSettings,
        _ start: (InterceptedCall) throws -> Handle
    ) rethrows -> Handle {
        let call = InterceptedCall(membership)
        do {
            let handle = try hand { try start(call) }
            let reference = HandleReference(handle, isStrong: holdsHandle)
            call.onCancel(reference, settings: settings, cancel)
            return handle
        } catch {
            call.settle(error)
            // A client that throws may keep a `finally` callback, which never runs.
            call.finish {}
            throw error
        }
    }
}

extension InterceptionSettings {
    /// Issues a request that could not enter its group at once: it has to wait, is rejected, is a subrequest,
    /// or is ungrouped.
    ///
    /// - Parameters:
    ///   - label: what the request is called.
    ///   - options: see ``IssueOptions``.
    ///   - rejections: returns the reports of a rejection.
    ///   - start: calls the client.
    @usableFromInline
    @inline(never)
    func issue(
        _ label: String,
        _ options: IssueOptions,
        rejections: @escaping () -> [Rejection],
        _ start: @escaping (InterceptedCall) -> Void
    ) {
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { reportStray { label } }
        #endif
        guard
            let admission = Admission(
                label,
                isOptional: options.isOptional,
                priority: options.priority,
                client: options.client,
                settings: self,
                group: group
            )
        else { return start(InterceptedCall()) }
        let membership = admission.membership
        let place = StartingPlace(queue: queue, isolation: options.isolation)
        DeferredStart(
            admission,
            place: place,
            start: { admission.hand { start(InterceptedCall(membership)) } },
            refuse: { error in
                let rejections = rejections()
                guard !rejections.isEmpty else {
                    membership.settle(error)
                    return
                }
                let isOnMain = rejections.contains(where: \.isOnMain)
                let place = isOnMain ? StartingPlace(queue: .main, isolation: nil) : place
                membership.refuse(error, at: place) { error in
                    for rejection in rejections { rejection.report(error, .report) }
                    for rejection in rejections { rejection.report(error, .finally) }
                }
            }
        )
        .run()
    }
}

extension Membership {
    /// Reports that the request does not start, where the client would have reported, and leaves.
    fileprivate func refuse(
        _ error: any Error,
        at place: StartingPlace,
        report: @escaping (any Error) -> Void
    ) {
        // Safe: called once, in place of the client that would have called it.
        nonisolated(unsafe) let report = report
        place.report { [self] in answer(error) { report(error) } }
    }
}

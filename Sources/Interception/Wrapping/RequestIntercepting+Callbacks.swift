import Dispatch
public import GroupContext

// The closure that calls the client is an autoclosure of a closure, everywhere in this file: an
// escaping closure allocates where it is made, and outside any group it must not. Written so, the
// compiler makes it only where a request has to wait, and calls the client directly elsewhere.
extension RequestIntercepting {
    /// Passes one request on to the client: the one funnel of every intercepted callback method.
    ///
    /// In a group the request enters before the closure runs, and leaves after its last callback
    /// has returned. Outside any group the closure runs with callbacks untouched.
    ///
    /// The closure runs later if the group or the client is limited and no slot is free, and never
    /// if the group has been cancelled by then; see ``InterceptionSettings/queue`` for where.
    ///
    /// A method that calls another intercepted method of the same client is one request: what is
    /// intercepted while the closure runs is a part of this one.
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; built only in a
    ///     group. Put nothing secret into it. By default the name of the calling method.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is where it has to wait; by default that of its
    ///     group, or of the current task.
    ///   - onRefusal: called instead of the client, with the reason, if the group was cancelled
    ///     before the request could start. Pass the caller's own failure callback. Without it only
    ///     the group and its observers hear of a request that was not started.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client, with each callback wrapped by a role of the call.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onRefusal: @autoclosure () -> ((any Error) -> Void)? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (InterceptedCall) -> Void
    ) {
        var (call, stack) = (InterceptedCall(), HandedStack?.none)
        if let group = groupToEnter(label) {
            let label = built(label)
            guard
                let entered = group.enterCall(
                    label,
                    isOptional: isOptional,
                    client: interceptedClient
                )
            else {
                return interceptionSettings.issue(
                    label,
                    of: interceptedClient,
                    isOptional: isOptional,
                    priority: priority,
                    onRefusal: .failure(onRefusal()),
                    isolation: isolation,
                    start()
                )
            }
            (call, stack) = entered
        }
        start()(call)
        stack?.pop(call)
    }

    /// Passes one request on to the client; one that is refused reports so through a callback of any type.
    ///
    /// ```swift
    /// intercept("upload", onRefusal: .completion(onMain: completion)) { call in
    ///     base.upload(file, completion: call.completion(onMain: completion))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what the request is called; see `intercept(_:isOptional:priority:onRefusal:isolation:_:)`.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is where it has to wait; by default that of its
    ///     group, or of the current task.
    ///   - onRefusal: tells the caller, instead of the client, that the group was cancelled before the
    ///     request could start.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client, with each callback wrapped by a role of the call.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onRefusal: @autoclosure () -> RefusalReport?,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (InterceptedCall) -> Void
    ) {
        var (call, stack) = (InterceptedCall(), HandedStack?.none)
        if let group = groupToEnter(label) {
            let label = built(label)
            guard
                let entered = group.enterCall(
                    label,
                    isOptional: isOptional,
                    client: interceptedClient
                )
            else {
                return interceptionSettings.issue(
                    label,
                    of: interceptedClient,
                    isOptional: isOptional,
                    priority: priority,
                    onRefusal: onRefusal(),
                    isolation: isolation,
                    start()
                )
            }
            (call, stack) = entered
        }
        start()(call)
        stack?.pop(call)
    }

    /// Passes one request on to the client, with callbacks that the closure wraps.
    ///
    /// For callbacks that no role fits, for delegates, and for callbacks that are properties of an object. Wrap
    /// each callback with ``InterceptedCall/wrap(_:)``, or call it in `call.answer(error) { … }`.
    ///
    /// ```swift
    /// func fetch(_ path: String, done: @escaping (Int, [String: String], Data?, Problem?) -> Void) {
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
    ///     request could start.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client; later, if the request has to wait for a permit, and never if its group was
    ///     cancelled before.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        onRejection: @escaping (any Error) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (InterceptedCall) -> Void
    ) {
        guard let group = groupToEnter(label) else { return start(InterceptedCall()) }
        let (label, options) = (built(label), (interceptedClient, isOptional, priority, isolation))
        guard let (call, stack) = group.enterCall(label, options) else {
            return interceptionSettings.issue(
                label,
                options,
                rejections: { [PlainRole.failure(onRejection).parts.rejection] },
                start
            )
        }
        start(call)
        stack.pop(call)
    }

    /// Passes a request on to a client that returns a handle or throws at once.
    ///
    /// Such a request cannot wait: under a limit it counts, and starts. In a cancelled group it
    /// is started and cancelled at once.
    ///
    /// ```swift
    /// func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> Request {
    ///     intercept("GET \(path)", cancel: { $0.cancel() }) { call in
    ///         base.get(path, completion: call.completion(completion))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what the request is called; see `intercept(_:isOptional:priority:onRefusal:isolation:_:)`.
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
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { reportStray(label) }
        #endif
        guard group != nil || interceptionSettings.needsAdmission,
            let admission = enterWithoutWaiting(label(), in: group, isOptional: isOptional)
        else { return try start(InterceptedCall()) }
        let call = InterceptedCall(admission.membership)
        do {
            let handle = try admission.hand { try start(call) }
            let reference = HandleReference(handle, isStrong: holdsHandle)
            call.onCancel(reference, settings: interceptionSettings, cancel)
            return handle
        } catch {
            call.settle(error)
            throw error
        }
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

extension InterceptionSettings {
    /// The way of a request that could not enter at once: it has to wait, must not start, is a part of another,
    /// or is in no group.
    ///
    /// Not inlined: a wrapper method would be five times as large, and its frame twice.
    @usableFromInline
    @inline(never)
    func issue(
        _ label: String,
        of client: ObjectIdentifier,
        isOptional: Bool,
        priority: RequestPriority?,
        onRefusal: RefusalReport?,
        isolation: (any Actor)?,
        _ start: @escaping (InterceptedCall) -> Void
    ) {
        let group = RequestGroup.current
        #if DEBUG
        if group == nil { reportStray { label } }
        #endif
        guard
            let admission = Admission(
                label,
                isOptional: isOptional,
                priority: priority,
                client: client,
                settings: self,
                group: group
            )
        else { return start(InterceptedCall()) }
        let membership = admission.membership
        let place = StartingPlace(queue: queue, isolation: isolation)
        DeferredStart(
            admission,
            place: place,
            start: { admission.hand { start(InterceptedCall(membership)) } },
            refuse: { error in
                guard let onRefusal else {
                    membership.settle(error)
                    return
                }
                let place = onRefusal.isOnMain ? StartingPlace(queue: .main, isolation: nil) : place
                membership.refuse(error, at: place, report: onRefusal.report)
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

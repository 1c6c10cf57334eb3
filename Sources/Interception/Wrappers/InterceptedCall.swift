public import GroupContext

/// A call of the client for one request.
///
/// The methods of a call wrap callbacks that no parameter of `intercept` takes. A wrapped callback runs with the
/// group of its request as the current group, so that a request issued in the callback joins that group. The
/// request leaves its group after its last callback has returned. Outside any group, callbacks are returned
/// unchanged, unless the client has a limiter or propagates task-locals.
public struct InterceptedCall: Sendable {
    @usableFromInline let entry: CallEntry
    #if DEBUG
    /// A Boolean value that indicates whether the callback that runs through the call belongs to the main actor.
    @usableFromInline var isOfMainActor = false
    #endif

    @inlinable
    init(_ entry: CallEntry = .ungrouped) {
        self.entry = entry
    }

    /// A Boolean value that indicates whether the callbacks have to be wrapped.
    @inlinable var wrapsCallbacks: Bool {
        if case .ungrouped = entry { false } else { true }
    }
}

@usableFromInline
enum CallEntry: Sendable {
    case ungrouped
    case entered(Membership)
    /// The request enters its group when it is started.
    case unstarted(UnstartedRequestCallbacks)
    // A call with one of the next three entries runs callbacks such as progress, and does not retain the callbacks that
    // answer.
    case group(RequestGroup)
    // Indirect, so that a call stays small and cheap to copy.
    indirect case captured(ContextSnapshot)
    // Not `UnstartedRequestCallbacks`: the call would retain that object, whose release reports a lost callback.
    case request(UnstartedRequest)
}

// MARK: - Answering

extension InterceptedCall {
    /// Runs a callback of any signature in the group of the request; the request then leaves.
    ///
    /// Use this method for callbacks whose signature fits no role. Write the closure for the client by hand, and
    /// pass the error that this closure receives:
    ///
    /// ```swift
    /// base.fetch(path) { status, headers, body, problem in
    ///     call.answer(problem?.error) { callback(status, headers, body, problem) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - error: the error of the request, or `nil` if the request succeeded.
    ///   - callback: the closure that calls the caller's own callback; only the code in this closure is in the group.
    /// - Returns: the value that the callback returns.
    @discardableResult
    @inlinable
    public func answer<Result>(_ error: (any Error)?, _ callback: () -> Result) -> Result {
        var result: Result?
        answer(error) { result = callback() }
        // `answer` always runs its closure, so `result` is set and `callback` is not called again.
        return result ?? callback()
    }

    @usableFromInline
    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        switch entry {
        case .entered(let membership): membership.answer(error, callback)
        case .unstarted(let callbacks): callbacks.request.answer(error, callback)
        case .ungrouped, .group, .captured, .request: runInContext(callback)
        }
    }
}

// MARK: - Cancelling

extension InterceptedCall {
    /// Adds an action that cancels the request by its handle.
    ///
    /// The action is called at most once, on the thread that `Membership.onCancel(_:)` documents. If the handle
    /// has been released when the request is cancelled, observers of the group receive a `lostHandle` event.
    ///
    /// - Parameters:
    ///   - handle: the client's return value for the request. A handle that is an object is referenced weakly,
    ///     because an object that retains the callbacks of the request would hide a lost callback.
    ///   - cancel: the action, which may run on any thread; the ``InterceptionSettings/queue`` is not used.
    public func onCancel<Handle>(
        _ handle: Handle,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        onCancel(HandleReference(handle, InterceptionSettings(), cancel))
    }

    @usableFromInline
    func onCancel<Handle>(_ handle: HandleReference<Handle>) {
        whenEntered(handle.add)
    }

    /// Adds an action that cancels the request; the action is called at most once.
    ///
    /// The action may run on any thread, and must not retain the callbacks of the request. To cancel by an object,
    /// use ``onCancel(_:_:)``.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        whenEntered { $0.onCancel(action) }
    }
}

// MARK: - Operations that the roles use

extension InterceptedCall {
    /// A call for progress callbacks, which do not end the request; the call does not retain the request.
    @usableFromInline var progressCall: InterceptedCall {
        switch entry {
        case .entered(let membership):
            InterceptedCall(
                ContextSnapshot.isEmpty(membership)
                    ? .group(membership.group) : .captured(ContextSnapshot(membership))
            )
        case .unstarted(let callbacks): InterceptedCall(.request(callbacks.request))
        case .ungrouped, .group, .captured, .request: self
        }
    }

    /// Runs a callback that does not end the request, in the context of the request.
    func runInContext(_ callback: () -> Void) {
        switch entry {
        case .ungrouped: callback()
        case .entered(let membership): membership.runInContext(callback)
        case .unstarted(let callbacks): callbacks.request.runInContext(callback)
        case .group(let group): group.runCallback(callback)
        case .captured(let context): context.run(callback)
        case .request(let request): request.runInContext(callback)
        }
    }

    /// Records the answer of the request, without a callback.
    @usableFromInline
    func settle(_ error: (any Error)?) {
        whenEntered { $0.settle(error) }
    }

    /// Runs the callback that the client calls last.
    @usableFromInline
    func runFinally(_ callback: () -> Void) {
        switch entry {
        case .entered(let membership): membership.runFinally(callback)
        case .unstarted(let callbacks): callbacks.request.runFinally(callback)
        case .ungrouped, .group, .captured, .request: runInContext(callback)
        }
    }

    /// Makes the request leave after `runFinally(_:)`, instead of after its first answer.
    @usableFromInline
    func leaveAfterFinally(needsAnswer: Bool) {
        whenEntered { $0.leaveAfterFinally(needsAnswer: needsAnswer) }
    }

    /// Calls the action when the request enters its group, or at once if the request has entered.
    ///
    /// A `progressCall` does not call the action.
    func whenEntered(_ action: @escaping @Sendable (Membership) -> Void) {
        switch entry {
        case .entered(let membership): action(membership)
        case .unstarted(let callbacks): callbacks.request.whenEntered(action)
        case .ungrouped, .group, .captured, .request: break
        }
    }

    var membership: Membership? {
        switch entry {
        case .entered(let membership): membership
        case .unstarted(let callbacks): callbacks.request.membership
        case .ungrouped, .group, .captured, .request: nil
        }
    }
}

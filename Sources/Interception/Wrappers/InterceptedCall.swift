public import GroupContext

/// A call of the client for one request.
///
/// The methods of a call wrap callbacks that no parameter of `intercept` takes. A wrapped callback runs with the
/// group of its request as the current group, so that a request issued in the callback joins that group. The
/// request leaves its group after the callback has returned. Outside any group, callbacks are returned unchanged.
public struct InterceptedCall: Sendable {
    @usableFromInline let entry: CallEntry

    @inlinable
    init() {
        entry = .ungrouped
    }

    @usableFromInline
    init(_ membership: Membership) {
        entry = .entered(membership)
    }

    init(_ end: UnstartedRequestCallbacks) {
        entry = .prepared(end)
    }

    private init(entry: CallEntry) {
        self.entry = entry
    }

    /// A Boolean value that indicates whether the callbacks have to be wrapped.
    @inlinable var isGrouped: Bool {
        if case .ungrouped = entry { false } else { true }
    }
}

@usableFromInline
enum CallEntry: Sendable {
    case ungrouped
    case entered(Membership)
    /// The request is created but not started; the request enters its group at its start.
    case prepared(UnstartedRequestCallbacks)
    /// The call runs callbacks, such as progress, in the context of its request without retaining the request.
    case observing(CallContext)
}

// MARK: - Cancelling

extension InterceptedCall {
    /// Sets the action that cancels the request by its handle.
    ///
    /// The action is called at most once, on the thread that `Membership.onCancel(_:)` documents. If the handle
    /// has been released when the request is cancelled, observers of the group receive a `lostHandle` event.
    ///
    /// - Parameters:
    ///   - handle: the client's return value for the request. The request has only a weak reference to an object,
    ///     because an object that retains the callbacks of the request would hide a lost callback.
    ///   - cancel: the action, which may run on any thread.
    public func onCancel<Handle>(
        _ handle: Handle,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        onCancel(HandleReference(handle, InterceptionSettings(), cancel))
    }

    @usableFromInline
    func onCancel<Handle>(_ handle: HandleReference<Handle>) {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): handle.add(to: membership)
        case .prepared(let end): end.request.whenEntered(handle.add)
        case .observing: break
        }
    }

    /// Sets the action that cancels the request; the action is called at most once.
    ///
    /// The action must not retain the callbacks of the request. To cancel by an object, use ``onCancel(_:_:)``.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): membership.onCancel(action)
        case .prepared(let end): end.request.whenEntered { $0.onCancel(action) }
        case .observing: break
        }
    }
}

// MARK: - Operations that the roles use

extension InterceptedCall {
    func run<Result>(_ method: () -> Result) -> Result {
        if let membership { return membership.run(method) }
        // A request that is created but not started has no group yet, so only its task-locals can be restored.
        guard case .prepared(let end) = entry else { return method() }
        return end.request.propagated.run(method)
    }

    /// The context for callbacks that do not end the request; the context does not retain the request.
    @usableFromInline var context: CallContext {
        switch entry {
        case .ungrouped: CallContext(place: .none)
        case .entered(let membership):
            if ContextSnapshot.isEmpty(membership) {
                CallContext(place: .group(membership.group))
            } else {
                CallContext(place: .issuer(CallIssuer(membership)))
            }
        case .prepared(let end): CallContext(place: .prepared(WeakEnd(end)))
        case .observing(let context): context
        }
    }

    /// A copy of the call for callbacks that do not end the request.
    @usableFromInline var observing: InterceptedCall { InterceptedCall(entry: .observing(context)) }

    /// Records the answer of the request, without a callback.
    @usableFromInline
    func settle(_ error: (any Error)?) {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): membership.settle(error)
        case .prepared(let end): end.request.settle(error)
        case .observing: break
        }
    }

    /// Reports that no callback can answer the request any more; a request without an answer is then lost.
    func release() {
        membership?.release()
    }

    /// Runs the callback that the client calls last.
    @usableFromInline
    func finish(_ callback: () -> Void) {
        switch entry {
        case .ungrouped: callback()
        case .entered(let membership): membership.finish(callback)
        case .prepared(let end): end.request.finish(callback)
        case .observing(let context): context.run(callback)
        }
    }

    /// Makes the request leave when `finish(_:)` is called; earlier answers are only recorded.
    @usableFromInline
    func leaveOnFinish() {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): membership.leaveOnFinish()
        case .prepared(let end): end.request.whenEntered { $0.leaveOnFinish() }
        case .observing: break
        }
    }

    /// Calls the action when the request enters its group, or at once if the request has entered.
    func whenEntered(_ action: @escaping @Sendable () -> Void) {
        switch entry {
        case .ungrouped: break
        case .entered: action()
        case .prepared(let end): end.request.whenEntered { _ in action() }
        case .observing: break
        }
    }

    var membership: Membership? {
        switch entry {
        case .ungrouped: nil
        case .entered(let membership): membership
        case .prepared(let end): end.request.membership
        case .observing: nil
        }
    }
}

/// The context of a request's callbacks; the context does not retain the request.
@usableFromInline
struct CallContext: Sendable {
    enum Place {
        case none
        case group(RequestGroup)
        case issuer(CallIssuer)
        case prepared(WeakEnd)
    }

    let place: Place

    @usableFromInline
    func run(_ callback: () -> Void) {
        switch place {
        case .none: callback()
        case .group(let group): ContextSnapshot.runPlainCallback(in: group, callback)
        case .issuer(let issuer): issuer.context.runCallback(in: issuer.group, callback)
        case .prepared(let reference):
            guard let request = reference.end?.request else { return callback() }
            guard let membership = request.membership else {
                return request.propagated.run(callback)
            }
            ContextSnapshot(membership).runCallback(in: membership.group, callback)
        }
    }
}

/// The group and the context of an issuer, in a separate object to keep `Place` small.
final class CallIssuer: Sendable {
    let group: RequestGroup
    let context: ContextSnapshot

    init(_ membership: Membership) {
        group = membership.group
        context = ContextSnapshot(membership)
    }
}

/// A weak reference in a separate object, to keep `Place` small and cheap to copy.
final class WeakEnd: Sendable {
    // Safe: set once, before the reference is shared.
    private(set) nonisolated(unsafe) weak var end: UnstartedRequestCallbacks?

    init(_ end: UnstartedRequestCallbacks) {
        self.end = end
    }
}

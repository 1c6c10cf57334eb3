import Dispatch
public import GroupContext

/// One call of a client: wraps the callbacks that no parameter of `intercept` takes.
///
/// A wrapped callback runs with the group of its request as the current one, so that a request
/// issued in it joins that group, and the request leaves after it has returned. Outside any group every
/// callback comes back as it is.
public struct InterceptedCall: Sendable {
    @usableFromInline let entry: CallEntry

    /// A call that belongs to no group.
    @inlinable
    init() {
        entry = .ungrouped
    }

    @usableFromInline
    init(_ membership: Membership) {
        entry = .entered(membership)
    }

    init(_ end: AnsweringEnd) {
        entry = .prepared(end)
    }

    private init(entry: CallEntry) {
        self.entry = entry
    }

    /// Whether the callbacks have to be wrapped.
    @inlinable var isGrouped: Bool {
        if case .ungrouped = entry { false } else { true }
    }
}

/// Where a call stands with its group.
@usableFromInline
enum CallEntry: Sendable {
    case ungrouped
    case entered(Membership)
    /// Enters later, when it is resumed.
    case prepared(AnsweringEnd)
    /// Only runs callbacks in the context of its request, as progress callbacks do; keeps no request alive.
    case observing(CallContext)
}

// MARK: - Cancelling

extension InterceptedCall {
    /// Calls the action with the object once if the request is cancelled by its group; on the thread of
    /// `Membership.onCancel(_:)`.
    ///
    /// If nothing keeps the object any more, observers of the group hear of a `lostHandle`.
    ///
    /// - Parameters:
    ///   - handle: what the client returned for the request. An object is held weakly: it often
    ///     keeps the callbacks of the request alive, and a lost callback would go unnoticed.
    ///   - cancel: cancels the request, on any thread.
    public func onCancel<Handle>(
        _ handle: Handle,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        onCancel(HandleReference(handle), settings: InterceptionSettings(), cancel)
    }

    @usableFromInline
    func onCancel<Handle>(
        _ handle: HandleReference<Handle>,
        settings: InterceptionSettings,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): membership.onCancel(handle, settings, cancel)
        case .prepared(let end):
            end.request.whenEntered { $0.onCancel(handle, settings, cancel) }
        case .observing: break
        }
    }

    /// Calls the action once if the request is cancelled by its group.
    ///
    /// The action must not keep the callbacks of the request alive; for an object use
    /// ``onCancel(_:_:)``.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): membership.onCancel(action)
        case .prepared(let end): end.request.whenEntered { $0.onCancel(action) }
        case .observing: break
        }
    }
}

extension Membership {
    fileprivate func onCancel<Handle>(
        _ handle: HandleReference<Handle>,
        _ settings: InterceptionSettings,
        _ cancel: @escaping @Sendable (Handle) -> Void
    ) {
        // Weakly: what cancels a request must not keep it.
        let use = { @Sendable [weak self] in
            if !handle.use(cancel) { self?.reportLostHandle(settings) }
        }
        onCancel {
            if let queue = settings.queue { queue.async(execute: use) } else { use() }
        }
    }
}

// MARK: - What the roles are made of

extension InterceptedCall {
    /// Runs a method of a delegate in the group of the request.
    func run<Result>(_ method: () -> Result) -> Result {
        if let membership { return membership.run(method) }
        // Created and not started: it may have been cancelled before.
        guard case .prepared(let end) = entry else { return method() }
        return end.request.carried.run(method)
    }

    /// Where callbacks run that do not end the request, and so must not keep it in its group.
    @usableFromInline var context: CallContext {
        switch entry {
        case .ungrouped: CallContext(place: .none)
        case .entered(let membership):
            if IssuingContext.isEmpty(membership) {
                CallContext(place: .group(membership.group))
            } else {
                CallContext(place: .issuer(CallIssuer(membership)))
            }
        case .prepared(let end): CallContext(place: .prepared(WeakEnd(end)))
        case .observing(let context): context
        }
    }

    /// The same call for callbacks that do not end the request.
    @usableFromInline var observing: InterceptedCall { InterceptedCall(entry: .observing(context)) }

    /// The request was answered, outside any callback.
    @usableFromInline
    func settle(_ error: (any Error)?) {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): membership.settle(error)
        case .prepared(let end): end.request.settle(error)
        case .observing: break
        }
    }

    /// Nobody can answer the request any more.
    func release() {
        membership?.release()
    }

    /// Runs the callback that comes after all others.
    @usableFromInline
    func finish(_ callback: () -> Void) {
        switch entry {
        case .ungrouped: callback()
        case .entered(let membership): membership.finish(callback)
        case .prepared(let end): end.request.finish(callback)
        case .observing(let context): context.run(callback)
        }
    }

    /// From now on an answer is only recorded.
    @usableFromInline
    func leaveOnFinish() {
        switch entry {
        case .ungrouped: break
        case .entered(let membership): membership.leaveOnFinish()
        case .prepared(let end): end.request.whenEntered { $0.leaveOnFinish() }
        case .observing: break
        }
    }

    /// Whether its group is cancelled.
    var isRefused: Bool { membership?.group.isCancelled == true }

    /// Whether it is in its group, or counts for its client.
    var hasEntered: Bool { membership != nil }

    /// Calls the action as soon as the request is in its group, if it ever is.
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

/// The group that a request is in, without the request.
@usableFromInline
struct CallContext: Sendable {
    enum Place {
        case none
        case group(RequestGroup)
        /// A group that has to know that the request issues what is issued in there.
        case issuer(CallIssuer)
        case prepared(WeakEnd)
    }

    let place: Place

    /// Runs a callback that returns a value.
    @inlinable
    func run<Result>(_ callback: () -> Result) -> Result {
        var result: Result?
        run { result = callback() }
        // It has run, once: this is never a second time.
        return result ?? callback()
    }

    @usableFromInline
    func run(_ callback: () -> Void) {
        switch place {
        case .none: callback()
        case .group(let group): IssuingContext.runPlainCallback(in: group, callback)
        case .issuer(let issuer): issuer.context.runCallback(in: issuer.group, callback)
        case .prepared(let reference):
            guard let request = reference.end?.request else { return callback() }
            guard let membership = request.membership else { return request.carried.run(callback) }
            IssuingContext(membership).runCallback(in: membership.group, callback)
        }
    }
}

/// What is known of a request where it is worth knowing; an object, as most have none.
final class CallIssuer: Sendable {
    let group: RequestGroup
    let context: IssuingContext

    init(_ membership: Membership) {
        group = membership.group
        context = IssuingContext(membership)
    }
}

/// Keeps the case with a weak reference from making the other large, and slow to copy.
final class WeakEnd: Sendable {
    // Safe: set once, before anybody else has it.
    private(set) nonisolated(unsafe) weak var end: AnsweringEnd?

    init(_ end: AnsweringEnd) {
        self.end = end
    }
}

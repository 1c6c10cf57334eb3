/// A set of requests that are waited for, observed and cancelled together.
///
/// ``withRequestGroup(_:options:body:)-(_,_,(RequestGroup)->Value)`` opens a group, which is the ``current``
/// one for its body. Requests that the body issues through a wrapper enter and leave the group by themselves.
/// The group completes when its body has returned and all its requests have ended. All methods may be called
/// on any thread.
public final class RequestGroup: Sendable {
    /// The name of the group.
    public let name: String

    /// The enclosing group, which completes no earlier; `nil` for an outermost or a detached group.
    public var parent: RequestGroup? { parentHold?.group }

    /// The hold that keeps the parent open until ``releaseParent()``.
    // Safe: changed only in a deinit, of this group or of the last group that referenced it.
    @exclusivity(unchecked) private nonisolated(unsafe) var parentHold: Membership?

    private let standing: Standing

    /// The group as a request or a subrequest of its parent; `nil` if it was opened as a plain nested group.
    package var request: Membership? { standing == .nested ? nil : parentHold }

    package var isPart: Bool { standing == .part && parentHold != nil }

    /// The position of the group among the requests of its parent; `nil` if it is no request.
    package var indexInParent: Int? { isPart ? nil : request?.asIssuer.index }

    /// The sender of a plan's step, if this is the hidden group in which that sender runs.
    package var interceptions: Interceptions? { configuration.interceptions }

    package let limiter: RequestLimiter?

    /// A Boolean value that indicates whether the group starts its requests itself; `false` for the placeholders
    /// and for the hidden group of a plan's step.
    let startsRequests: Bool

    /// A Boolean value that indicates whether each request starts at once.
    package var isUnlimited: Bool { startsRequests && limiter == nil }

    package let ownPriority: RequestPriority?

    /// The priority of a request that is issued now without one of its own.
    package var priority: RequestPriority { ownPriority ?? .ofCurrentTask }

    /// The key of the stack of active calls; stored, because reading a static costs more than using the key.
    let stackKey = HandedStack.key

    let shared: Locked<Shared>
    let configuration: RequestGroupConfiguration

    /// A Boolean value that is `false` for the placeholders ``ungrouped`` and ``excluded``.
    let isGrouping: Bool

    /// A Boolean value that indicates whether the group records issuers and times, for observers or a stall report.
    package let isObserved: Bool

    private let observers: [any RequestGroupObserver]

    /// The ways in which a group can be opened in its parent.
    private enum Standing {
        case nested, request, part
    }

    /// The mutable state, protected by one lock.
    struct Shared {
        var state: GroupState
        var completionHandlers: [@Sendable () -> Void] = []
        /// A Boolean value that indicates whether the parent is released once the observers have been notified.
        var releasesParent = false
        /// The identity of the group in a trace, once it is needed.
        var identity: GroupIdentity?
        /// The span in which this group was opened, if it is detached and has observers.
        var origin: TraceParent?
    }

    private init(
        _ name: String,
        configuration: RequestGroupConfiguration,
        parentHold: Membership? = nil,
        standing: Standing = .nested
    ) {
        self.name = name
        self.standing = standing
        self.parentHold = parentHold
        self.configuration = configuration
        isGrouping = configuration.policy != .unrecorded
        limiter = configuration.limit.map(RequestLimiter.init)
        startsRequests = isGrouping && configuration.interceptions == nil
        ownPriority = configuration.priority
        observers = (parentHold?.group.observers ?? []).adding(configuration.observers)
        isObserved = !observers.isEmpty || configuration.stallWatch != nil
        let everybody = observers + configuration.progressObservers
        shared = Locked(
            Shared(
                state: GroupState(
                    policy: configuration.policy,
                    observers: everybody,
                    // Only a plain nested group is reported as empty: plans report their own groups.
                    mayBeEmpty: configuration.mayBeEmpty || standing != .nested
                        || configuration.interceptions != nil
                )
            )
        )
    }

    /// Opens a group in the current one, unless the options detach it.
    ///
    /// - Parameters:
    ///   - name: The name of the group.
    ///   - options: The options of the group.
    ///   - asRequest: Whether the group counts as a request of its parent.
    ///   - isOptional: Whether the parent tolerates a failure of that request.
    ///   - client: The client that issues that request. If this client is already performing a request, the
    ///     group becomes a subrequest of it and is not counted.
    package convenience init(
        opening name: String,
        options: [RequestGroupOption],
        asRequest: Bool = false,
        isOptional: Bool = false,
        of client: ObjectIdentifier? = nil
    ) {
        let configuration = RequestGroupOption.configuration(options)
        let parent = configuration.isDetached ? nil : RequestGroup.current
        let whole = client.flatMap { HandedRequest.current(of: $0, in: parent) }
        let standing: Standing = whole != nil ? .part : asRequest ? .request : .nested
        let hold =
            switch standing {
            case .nested: parent?.hold(name)
            case .request: parent?.admit(name, isOptional: isOptional)?.membership
            case .part: whole?.enterPart(isCancelledAlone: false)
            }
        self.init(name, configuration: configuration, parentHold: hold, standing: standing)
        if configuration.isDetached, !observers.isEmpty, let group = RequestGroup.current {
            // Read before, because no lock is taken under another.
            let origin = TraceParent(traceID: group.traceID, spanID: group.id)
            shared.withLock { $0.origin = origin }
        }
        let issuer = IssuingContext.request(for: self)
        update { state, _ in state.open(issuedBy: issuer) }
        if whole == nil {
            hold?.nest(self)
        } else {
            hold?.add(.cancelling) { [weak self] in self?.cancel($0.ofNestedGroups) }
            hold?.add(.deadline) { [weak self] in self?.cancelWithoutBlocking($0) }
        }
        startTimers()
        #if DEBUG
        if interceptions == nil { OpenGroups.add(self) }
        #endif
    }

    deinit {
        // A loop, because groups may be nested deeper than the stack is, and the innermost may hold the last
        // reference to all.
        var hold = parentHold.take()
        while isKnownUniquelyReferenced(&hold) {
            var parent = hold?.group
            hold = nil
            guard isKnownUniquelyReferenced(&parent) else { return }
            hold = parent?.parentHold.take()
        }
    }

    /// The placeholder for no group, which the task-local holds outside any group: it is cheaper than an
    /// optional.
    ///
    /// Ungrouped requests that share a limiter are its members: it never completes, and records no failures.
    @usableFromInline package static let ungrouped = RequestGroup(
        "ungrouped",
        configuration: RequestGroupConfiguration(policy: .unrecorded)
    )

    /// The placeholder that `withoutRequestGroup` binds, to distinguish requests that are ungrouped on
    /// purpose from requests that have lost their group.
    static let excluded = RequestGroup(
        "excluded",
        configuration: RequestGroupConfiguration(policy: .unrecorded)
    )

    /// A Boolean value that indicates whether requests that are issued here are ungrouped on purpose.
    package static var isExcluded: Bool { CurrentContext.value.group === excluded }

    /// The group that requests issued here belong to; `nil` outside any group.
    ///
    /// The current group follows tasks, not threads: a queue, a timer or a detached task does not see it. Use
    /// ``CapturedGroup`` there.
    public static var current: RequestGroup? { currentRequestGroup() }
}

/// Returns the current group, without the metadata of the class that a call of the property needs.
@usableFromInline
package func currentRequestGroup() -> RequestGroup? {
    let group = CurrentContext.value.group
    return group.isGrouping ? group : nil
}

/// Returns the current group or, if `isLimited`, the placeholder, for which every request takes the slow
/// path.
@usableFromInline
package func currentRequestGroup(isLimited: Bool) -> RequestGroup? {
    isLimited ? .ungrouped : currentRequestGroup()
}

// MARK: - The life of a group

extension RequestGroup {
    /// Cancels the group: cancels its outstanding requests and its nested groups, and starts no further
    /// request.
    ///
    /// The cancel handlers run on the calling thread. The group still waits for its requests to answer.
    /// Cancelling twice, or a group that has completed, has no effect.
    public func cancel() {
        cancel(.requested)
    }

    /// Marks the group as not empty, for a subrequest, which uses its group without entering it.
    package func noteUse() {
        shared.withLock { $0.state.isUsed = true }
    }

    /// A Boolean value that indicates whether an asynchronous operation of a request is running.
    var hasOperations: Bool { shared.withLock { $0.state.operations > 0 } }

    /// A Boolean value that indicates whether the group was cancelled, for any reason.
    public var isCancelled: Bool { shared.withLock { $0.state.cancellation != nil } }

    /// The group that late requests join: this one, or the nearest enclosing group that is open.
    package var nearestOpen: RequestGroup? {
        var next: RequestGroup? = self
        while let group = next, group.shared.withLock({ $0.state.phase.isOver }) {
            next = group.parent
        }
        return next
    }

    /// Every failure so far, in the order in which the requests were issued.
    public var failures: [RequestFailure] { shared.withLock { $0.state.failures } }

    /// The labels of the outstanding requests, captured closures and nested groups, in the order in which
    /// they entered.
    public var outstanding: [String] { shared.withLock { $0.state.outstanding } }

    /// Notes that the body has returned.
    package func close(bodyThrew: Bool) {
        update { state, effects in state.close(bodyThrew: bodyThrew, effects: &effects) }
    }

    /// Lets the parent complete, as soon as the observers of this group have been notified.
    package func releaseParent() {
        let isNotifying = shared.withLock { shared in
            shared.releasesParent = parentHold != nil && !shared.state.deliveries.isIdle
            return shared.releasesParent
        }
        if !isNotifying { releaseParentHold() }
    }

    func releaseParentHold() {
        parentHold?.release()
    }

    /// The error of a completed group; `nil` if it does not throw.
    package var error: RequestGroupError? {
        shared.withLock { RequestGroupError($0.state, groupName: name) }
    }

    /// Returns the reason as an error if the group cancelled its body, and the body threw only because of
    /// that.
    func error(echoedBy error: any Error) -> RequestGroupError? {
        guard configuration.cancelsBody, error.isEchoOfCancelling else { return nil }
        return shared.withLock { RequestGroupError(endingBodyOf: $0.state, groupName: name) }
    }

    /// The error that a scope throws: a group whose requests were only cancelled throws `CancellationError`.
    package var thrownError: (any Error)? {
        guard let error else {
            // The awaiting task was cancelled, so its code expects an error.
            let isCut = Task.isCancelled && failures.contains { $0.reason == .cancelled }
            return isCut ? CancellationError() : nil
        }
        return error.causes.isEmpty && error.code == .cancelled ? CancellationError() : error
    }

    /// Calls the handler once when the group has completed, or at once if it already has.
    package func whenCompleted(_ handler: @escaping @Sendable () -> Void) {
        let isOver = shared.withLock { shared in
            let isOver = shared.state.phase == .told
            if !isOver { shared.completionHandlers.append(handler) }
            return isOver
        }
        if isOver { handler() }
    }
}

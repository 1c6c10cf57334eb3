/// A set of requests that are waited for, observed and cancelled together.
///
/// ``withRequestGroup(_:options:body:)-(_,_,(RequestGroup)->Value)`` opens a group, which is the ``current`` one for
/// its body: requests that the body issues through an intercepting wrapper enter the group and leave it by
/// themselves. The group completes when its body has returned and all its requests have ended.
public final class RequestGroup: Sendable {
    /// The name that the group was opened with.
    public let name: String

    /// The group around this one, which completes no earlier; `nil` for an outermost or a detached group.
    public var parent: RequestGroup? { parentHold?.group }

    /// Holds the parent open, until ``releaseParent()``.
    // Safe: only `deinit` changes it, of this group or of the last that had it.
    @exclusivity(unchecked) private nonisolated(unsafe) var parentHold: Membership?

    /// What the group is in its parent.
    private let standing: Standing

    /// The group as a request of its parent, or as a part of one, if that is what it was opened as.
    package var request: Membership? { standing == .nested ? nil : parentHold }

    /// A Boolean value that indicates whether the group is a subrequest.
    package var isPart: Bool { standing == .part && parentHold != nil }

    /// The place of that request in issue order.
    package var indexInParent: Int? { isPart ? nil : request?.asIssuer.index }

    /// The sender of a plan's step, if this is the hidden group in which that sender runs.
    package var interceptions: Interceptions? { configuration.interceptions }

    /// What lets the requests of the group start, if it has a limit.
    package let limiter: RequestLimiter?

    /// A Boolean value that indicates whether each request starts at once; `false` for the placeholders, too.
    @usableFromInline package let isUnlimited: Bool

    /// The priority of the group's requests, if it has one of its own.
    package let ownPriority: RequestPriority?

    /// The priority of a request that is issued now without a priority of its own.
    package var priority: RequestPriority { ownPriority ?? .ofCurrentTask }

    /// The key of the stack of active calls; stored, because reading a static costs more than using the key.
    let stackKey = HandedStack.key

    let shared: Locked<Shared>
    let configuration: RequestGroupConfiguration

    /// A Boolean value that is `false` for the placeholders ``ungrouped`` and ``excluded``.
    let isGrouping: Bool

    /// A Boolean value that indicates whether the group records issuers and times, for observers or a stall report.
    package let isObserved: Bool

    /// The observers of this group and of the groups nested in it.
    private let observers: [any RequestGroupObserver]

    /// What a group was opened as in the group around it.
    private enum Standing {
        case nested, request, part
    }

    /// Everything that changes, behind one lock.
    struct Shared {
        var state: GroupState
        var completionHandlers: [@Sendable () -> Void] = []
        /// A Boolean value that indicates whether the parent is released once the observers have been notified.
        var releasesParent = false
        /// What it is called in a trace, if somebody has asked.
        var identity: GroupIdentity?
        /// Where it was opened, if it is a detached one that is observed.
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
        isUnlimited = isGrouping && limiter == nil && configuration.interceptions == nil
        ownPriority = configuration.priority
        observers = (parentHold?.group.observers ?? []).adding(configuration.observers)
        isObserved = !observers.isEmpty || configuration.stallWatch != nil
        let everybody = observers + configuration.progressObservers
        shared = Locked(
            Shared(
                state: GroupState(
                    policy: configuration.policy,
                    observers: everybody,
                    // Plans and senders open the other groups: they report themselves.
                    mayBeEmpty: configuration.mayBeEmpty || standing != .nested
                        || configuration.interceptions != nil
                )
            )
        )
    }

    /// Opens a group in the current one, unless the options say otherwise.
    ///
    /// - Parameters:
    ///   - name: The name of the group.
    ///   - options: The options of the group.
    ///   - asRequest: Whether the group counts as a request of its parent.
    ///   - isOptional: Whether the parent tolerates a failure of that request.
    ///   - client: The client that issues that request. If this client is already performing a request, the group
    ///     becomes a subrequest of it and is not counted.
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
            // Read before: no lock is taken under another.
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
        // One after the other: groups may be nested deeper than the stack is, and the innermost may be
        // the last that keeps them all.
        var hold = parentHold.take()
        while isKnownUniquelyReferenced(&hold) {
            var parent = hold?.group
            hold = nil
            guard isKnownUniquelyReferenced(&parent) else { return }
            hold = parent?.parentHold.take()
        }
    }

    /// No group: what the task-local holds outside any, which is cheaper than an optional group.
    ///
    /// The members of no group that only share a limiter are kept here: it never completes, and
    /// keeps no failures.
    @usableFromInline package static let ungrouped = RequestGroup(
        "ungrouped",
        configuration: RequestGroupConfiguration(policy: .unrecorded)
    )

    /// No group either, on purpose: what `withoutRequestGroup` binds, so that what is
    /// issued in there can be told from what has lost its group.
    static let excluded = RequestGroup(
        "excluded",
        configuration: RequestGroupConfiguration(policy: .unrecorded)
    )

    /// Whether what is issued here and now is meant to be in no group.
    package static var isExcluded: Bool { CurrentGroup.value === excluded }

    /// The group that requests issued here and now belong to, or `nil` outside any group.
    ///
    /// It follows tasks, not threads: a queue, a timer or a detached task does not see it. See
    /// ``CapturedGroup`` for those.
    public static var current: RequestGroup? { currentRequestGroup() }
}

/// The same, for wrappers: to call it takes no metadata of the class.
@usableFromInline
package func currentRequestGroup() -> RequestGroup? {
    let group = CurrentGroup.value
    return group.isGrouping ? group : nil
}

/// The group that a request would enter which is issued here and now.
///
/// - Parameter isLimited: whether the request has to be looked at in any case.
/// - Returns: the current group, one that lets no request in at once if `isLimited`, or `nil` outside any.
@usableFromInline
package func currentRequestGroup(isLimited: Bool) -> RequestGroup? {
    isLimited ? .ungrouped : currentRequestGroup()
}

/// The task-local behind ``RequestGroup/current``; not public, so that scopes are the only door.
enum CurrentGroup {
    @TaskLocal static var value = RequestGroup.ungrouped
}

// MARK: - The life of a group

extension RequestGroup {
    /// Cancels the group: each outstanding request is cancelled once, requests that have not
    /// started do not start, and groups nested in this one are cancelled too.
    ///
    /// The group still waits for its requests to answer. Cancelling twice, or a group that has
    /// completed, does nothing.
    public func cancel() {
        cancel(.requested)
    }

    /// Marks the group as not empty, for a subrequest, which uses its group without entering it.
    package func noteUse() {
        shared.withLock { $0.state.isUsed = true }
    }

    /// Whether an asynchronous operation of a request is running.
    var hasOperations: Bool { shared.withLock { $0.state.operations > 0 } }

    /// Whether the group was cancelled, for whatever reason.
    public var isCancelled: Bool { shared.withLock { $0.state.cancellation != nil } }

    /// This group, or the nearest around it that has not completed, where late requests go.
    package var nearestOpen: RequestGroup? {
        var next: RequestGroup? = self
        while let group = next, group.shared.withLock({ $0.state.phase.isOver }) {
            next = group.parent
        }
        return next
    }

    /// Every failure so far, in the order in which the requests were issued.
    public var failures: [RequestFailure] { shared.withLock { $0.state.failures } }

    /// Who the group waits for: the labels of outstanding requests, captured closures and nested
    /// groups, in the order in which they entered.
    public var outstanding: [String] { shared.withLock { $0.state.outstanding } }

    /// The body has returned.
    package func close(bodyThrew: Bool) {
        update { state, effects in state.close(bodyThrew: bodyThrew, effects: &effects) }
    }

    /// Lets the parent complete, after the observers of this group have been notified: they may still be if the
    /// deadline has passed.
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

    /// What its requests did to the group; asked after it has completed.
    package var error: RequestGroupError? {
        shared.withLock { RequestGroupError($0.state, groupName: name) }
    }

    /// What has cancelled the body, if the error that it threw only says that something has.
    func error(echoedBy error: any Error) -> RequestGroupError? {
        guard configuration.cancelsBody, error.isEchoOfCancelling else { return nil }
        return shared.withLock { RequestGroupError(endingBodyOf: $0.state, groupName: name) }
    }

    /// What a scope has to throw: that nothing has failed but was cancelled is no failure.
    package var thrownError: (any Error)? {
        guard let error else {
            // Nobody who has cancelled the awaiting task expects that it goes on as if nothing were.
            let isCut = Task.isCancelled && failures.contains { $0.reason == .cancelled }
            return isCut ? CancellationError() : nil
        }
        return error.causes.isEmpty && error.code == .cancelled ? CancellationError() : error
    }

    /// Calls the handler once when the group has completed, at once if it has already.
    package func whenCompleted(_ handler: @escaping @Sendable () -> Void) {
        let isOver = shared.withLock { shared in
            let isOver = shared.state.phase == .told
            if !isOver { shared.completionHandlers.append(handler) }
            return isOver
        }
        if isOver { handler() }
    }
}

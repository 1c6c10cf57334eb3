/// A set of requests that are waited for, observed and cancelled together.
///
/// ``withRequestGroup(_:options:body:)-(_,_,(RequestGroup)->Value)`` opens a group, which is the ``current`` group
/// in its body. Requests that the body issues through a wrapper enter and leave the group by themselves. The group
/// completes when its body has returned and all its requests have ended. All methods may be called on any thread.
public final class RequestGroup: Sendable {
    /// The name of the group.
    public let name: String

    /// The enclosing group, which waits for this group; `nil` for an outermost or a detached group.
    public var parent: RequestGroup? { Self.parent(parentHold, countsAsRequest) }

    /// The group that requests join after this group has completed: ``parent``, or the hidden group of a plan's step.
    package var outer: RequestGroup? { parentHold?.group }

    /// The membership that keeps the parent open until ``releaseParent()``.
    // Safe: only the deinit changes the property.
    private nonisolated(unsafe) var parentHold: Membership?

    /// A Boolean value that indicates whether the group is a batch or a chain, which counts as one request.
    let countsAsRequest: Bool

    /// The request or subrequest that stands for this batch or chain in the parent; otherwise `nil`.
    package var ownRequest: Membership? { countsAsRequest ? parentHold : nil }

    package var isSubrequest: Bool { ownRequest?.isRequest == false }

    /// The step of a plan, if this is the hidden group in which a sender performs that step.
    package var planStep: PlanStepContext? { configuration.planStep }

    package let limiter: RequestLimiter?

    /// A Boolean value that indicates whether requests may take the fast path.
    ///
    /// The value is `false` for a placeholder and for the hidden group of a plan's step.
    let hasFastPath: Bool

    package var isUnlimited: Bool { hasFastPath && limiter == nil }

    /// The priority of the options, or else of the enclosing group.
    private let configuredPriority: RequestPriority?

    /// The priority of a request that is issued now without a priority of its own.
    package var priority: RequestPriority { configuredPriority ?? .ofCurrentTask }

    /// The thread-specific pointer to the stack of active calls; a copy, because reading the static property is slow.
    let stackPointer = ThreadPointer.activeCalls

    let shared: Locked<GroupState>
    let configuration: RequestGroupConfiguration

    /// A Boolean value that indicates whether this is a real group, not the placeholder ``ungrouped`` or ``excluded``.
    package let isGrouping: Bool

    /// A Boolean value that indicates whether the group records issuers and times for observers or stall reports.
    package let isObserved: Bool

    /// A Boolean value that indicates whether the group has observers of any kind, or a stall watch.
    let isWatched: Bool

    private let observers: [any RequestGroupObserver]

    /// The span of the group in which this detached group was opened; `nil` without observers.
    package let openingSpan: TraceParent?

    private init(
        _ name: String,
        configuration: RequestGroupConfiguration = .standard,
        isGrouping: Bool = true,
        parentHold: Membership? = nil,
        countsAsRequest: Bool = false
    ) {
        (self.name, self.configuration) = (name, configuration)
        self.countsAsRequest = countsAsRequest
        (self.parentHold, self.isGrouping) = (parentHold, isGrouping)
        limiter = configuration.limit.map(RequestLimiter.init)
        hasFastPath = isGrouping && configuration.planStep == nil
        let parent = Self.parent(parentHold, countsAsRequest)
        let enclosing = parent ?? configuration.planStep?.request.group
        configuredPriority = configuration.priority ?? enclosing?.configuredPriority
        observers = (parent?.observers ?? []).adding(configuration.observers)
        isObserved = !observers.isEmpty || configuration.stallWatch != nil
        let opener = configuration.isDetached && !observers.isEmpty ? RequestGroup.current : nil
        openingSpan = opener.map { TraceParent(traceID: $0.traceID, spanID: $0.id) }
        let progressObservers = configuration.progressObservers
        let watching = progressObservers.isEmpty ? observers : observers + progressObservers
        isWatched = isObserved || !watching.isEmpty
        shared = Locked(
            GroupState(
                policy: isGrouping ? configuration.policy : nil,
                observers: watching,
                // The group of a batch or a chain is never reported as empty.
                mayBeEmpty: configuration.mayBeEmpty || countsAsRequest
            )
        )
    }

    /// Returns the parent; for a group that the sender of a plan's step opens, the group of the step.
    private static func parent(_ hold: Membership?, _ countsAsRequest: Bool) -> RequestGroup? {
        let step = countsAsRequest ? nil : hold?.group.planStep
        return step?.request.group ?? hold?.group
    }

    /// Opens a group in the current group, unless the options detach the new group.
    ///
    /// If `asRequest` is `true`, the group counts as one request of its parent. If `client` is already performing a
    /// request, the group becomes a subrequest of that request, and is not counted.
    @usableFromInline
    package convenience init(
        opening name: String,
        options: [RequestGroupOption],
        asRequest: Bool = false,
        isOptional: Bool = false,
        of client: ObjectIdentifier? = nil
    ) {
        let configuration = RequestGroupOption.configuration(options)
        let parent = configuration.isDetached ? nil : RequestGroup.current
        let outerRequest = client.flatMap { ActiveCalls.current(of: $0, in: parent) }
        let hold: Membership? =
            if let outerRequest, outerRequest.group.isGrouping {
                outerRequest.enterSubrequest(name, keepsCancelHandlers: false)
            } else if outerRequest != nil, parent?.nearestOpen == nil {
                // Only the outer request is reported as late, not its batches and chains, so enter no group.
                nil
            } else {
                asRequest
                    ? parent?.admit(.text(name), isOptional: isOptional)?.membership
                    : parent?.hold(name)
            }
        self.init(name, configuration: configuration, parentHold: hold, countsAsRequest: asRequest)
        let issuer = ContextSnapshot.issuer(for: self)
        if isWatched { update { state, _ in state.notify(.opened, .init(issuer: issuer)) } }
        if outerRequest == nil {
            hold?.add(.nested(self))
        } else {
            // Handlers instead of `.nested`, so that cancelling the outer request alone cancels this group, too.
            hold?.add(.cancelling { [weak self] in self?.cancel($0.ofNestedGroups) })
            hold?.add(.deadline { [weak self] in self?.cancelWithoutBlocking($0) })
        }
        startTimers()
        #if DEBUG
        if !asRequest { OpenGroups.add(self) }
        #endif
    }

    /// Opens the hidden group of a plan's step; this group has no parent and tolerates failures.
    package convenience init(of planStep: PlanStepContext) {
        let configuration = RequestGroupConfiguration()
        configuration.policy = .tolerate
        configuration.planStep = planStep
        configuration.mayBeEmpty = true
        self.init(planStep.request.group.name, configuration: configuration)
    }

    deinit {
        var hold = parentHold.take()
        guard isKnownUniquelyReferenced(&hold) else { return }
        var parent = hold?.group
        hold = nil
        // Recursion could overflow the stack if releasing an inner group releases all enclosing groups.
        if isKnownUniquelyReferenced(&parent) { NestedValues.release { parent.take() } }
    }

    /// The placeholder that is current outside any group; an optional group in the task-local would be slower.
    ///
    /// Ungrouped requests that need a permit of a limiter, or propagate task-locals, and their subrequests are members
    /// of the placeholder, which never completes and records no failures.
    @usableFromInline
    package static let ungrouped = RequestGroup("ungrouped", isGrouping: false)

    /// The placeholder that `withoutRequestGroup` binds: its requests are ungrouped on purpose.
    static let excluded = RequestGroup("excluded", isGrouping: false)

    /// A Boolean value that indicates whether requests in this group or placeholder are ungrouped on purpose.
    package var isExcluded: Bool { self === Self.excluded }

    /// The current group or placeholder, to be stored by a request that is created now and started later.
    package static var currentOrPlaceholder: RequestGroup { CurrentContext.value.group }

    /// The group that a request joins if it was created in this group or placeholder, and is started now.
    package var groupAtStart: RequestGroup? {
        isGrouping ? self : isExcluded ? nil : RequestGroup.current
    }

    /// The group that requests issued here belong to; `nil` outside any group.
    ///
    /// The current group follows tasks, not threads: a queue, a timer or a detached task does not see it. Use
    /// ``CapturedGroup`` there.
    public static var current: RequestGroup? { currentRequestGroup() }
}

/// Returns the current group; a static property would need ten more instructions for the metadata of the class.
@usableFromInline
package func currentRequestGroup() -> RequestGroup? {
    let group = CurrentContext.value.group
    return group.isGrouping ? group : nil
}

/// Returns the current group, or the placeholder ``RequestGroup/ungrouped`` to force the slow path.
///
/// The slow path is needed for a client with a limiter or propagated task-locals (`needsAdmission`), and for a request
/// that may be a subrequest of the running operation.
@usableFromInline
package func currentRequestGroup(needsAdmission: Bool) -> RequestGroup? {
    if needsAdmission { return .ungrouped }
    switch CurrentContext.value {
    case .plain(let group): return group.isGrouping ? group : nil
    case .detailed(let context):
        if context.details.operation != nil { return .ungrouped }
        return context.group.isGrouping ? context.group : nil
    }
}

// MARK: - The life of a group

extension RequestGroup {
    /// Cancels the outstanding requests and the nested groups, and starts no further request.
    ///
    /// The cancel handlers run on the calling thread. The group still waits for its requests to answer. Cancelling
    /// a group again, or after it has completed, has no effect.
    public func cancel() {
        cancel(.requested)
    }

    /// Records that an uncounted request used the group, which is then not reported as empty.
    package func markUsed() {
        shared.withLock { $0.mayBeEmpty = true }
    }

    /// A Boolean value that indicates whether the group was cancelled, for any reason.
    public var isCancelled: Bool { shared.withLock { $0.cancellation != nil } }

    /// The group that late requests join: the nearest group that has not completed, from this group outwards.
    package var nearestOpen: RequestGroup? {
        sequence(first: self, next: \.outer)
            .first { !$0.shared.withLock { $0.phase.isOver } }
    }

    /// Every failure so far, in the order in which the requests were issued.
    public var failures: [RequestFailure] { shared.withLock { $0.failures } }

    /// The labels of the outstanding requests, captured closures and nested groups, in the order of entering.
    public var outstanding: [String] { shared.withLock { $0.outstanding } }

    package func close(bodyThrew: Bool) {
        update { state, effects in state.close(bodyThrew: bodyThrew, effects: &effects) }
    }

    /// Lets the parent complete, as soon as the observers of this group have been notified.
    package func releaseParent() {
        let hold: Membership? = shared.withLock { state in
            if state.deliveries.isIdle { return parentHold }
            state.deliveries.add(.call { [parentHold] in parentHold?.release() })
            return nil
        }
        hold?.release()
    }

    package var error: RequestGroupError? { shared.withLock { $0.error(ofGroup: name) } }

    /// Returns the group's error if a deadline or a failure has caused the error of the body; otherwise that error.
    func error(replacing error: any Error) -> any Error {
        // Check the error after unlocking, because its code and domain may be user code.
        let (isAtDeadline, groupError) = shared.withLock {
            ($0.cancellation == .deadline, $0.errorEndingBody(ofGroup: name))
        }
        guard error.isConsequenceOfCancelling(atDeadline: isAtDeadline) else { return error }
        return groupError ?? error
    }

    /// The error that `withRequestGroup` throws; `CancellationError` if requests were only cancelled.
    package var thrownError: (any Error)? {
        if let error { return error.isOnlyCancelled ? CancellationError() : error }
        // Code in a cancelled task expects an error, so a group that tolerates failures throws an error here, too.
        let isCancelled = Task.isCancelled && failures.contains { $0.reason == .cancelled }
        return isCancelled ? CancellationError() : nil
    }

    /// Calls the handler once when the group has completed, or at once if the group has completed before.
    package func whenCompleted(_ handler: @escaping @Sendable () -> Void) {
        let isOver = shared.withLock { state in
            if state.phase == .notified { return true }
            if let earlier = state.completion {
                state.completion = {
                    earlier()
                    handler()
                }
            } else {
                state.completion = handler
            }
            return false
        }
        if isOver { handler() }
    }
}

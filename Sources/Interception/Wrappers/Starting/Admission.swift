import GroupContext

/// A request that has entered its group, with the conditions for its start.
struct Admission: Sendable {
    let membership: Membership

    /// The reason not to start the request; `nil` if the request may start.
    let rejection: CancellationReason?

    /// The limiters whose permits the request still needs: first the group's limiter, then the client's limiter.
    let limiters: Limiters

    /// The priority of the request; `nil` for the priority of its group or of the issuing task.
    let priority: RequestPriority?

    /// A Boolean value that indicates whether the request may start, and needs no further permit.
    var isImmediate: Bool { rejection == nil && limiters.isEmpty }

    /// The outer request, if this request is a subrequest, which needs no permit of its own.
    let outerRequest: Membership?

    /// The request that is active while the client is called; for a subrequest, the outer request stays active.
    var active: Membership { outerRequest ?? membership }

    let client: ObjectIdentifier?

    // The other initializers call this one, because a failable initializer that sets the properties copies them.
    private init(
        _ entry: GroupEntry,
        _ limiters: Limiters = Limiters(),
        priority: RequestPriority? = nil,
        in outerRequest: Membership? = nil,
        of client: ObjectIdentifier? = nil
    ) {
        (membership, rejection) = entry
        (self.limiters, self.priority) = (limiters, priority)
        (self.outerRequest, self.client) = (outerRequest, client)
    }

    /// Enters a request; `nil` if it has no open group, no limiter, no propagated task-locals and no outer request.
    ///
    /// If `keepsCancelHandlers` is true, a subrequest keeps its cancel handlers instead of adding them to its outer
    /// request. Awaited requests need this: cancelling the awaiting task cancels the subrequest, not the outer request.
    ///
    /// If `isSlow` is true, the request takes the slow path.
    init?(
        _ label: RequestLabel,
        isOptional: Bool,
        priority: RequestPriority?,
        keepsCancelHandlers: Bool = false,
        isSlow: Bool = false,
        client: ObjectIdentifier?,
        settings: InterceptionSettings,
        group: RequestGroup?
    ) {
        // The fast path. Without a free permit of the group, the request takes the slow path below.
        if !isSlow, let group, !settings.needsAdmission, settings.metadata == nil,
            !ActiveCalls.hasOperation,
            let entry = group.enterAtOnce(label, isOptional: isOptional)
        {
            self.init(entry, of: client)
            return
        }
        let metadata = settings.metadataAtIssue
        if let client, let outerRequest = ActiveCalls.current(of: client, in: group) {
            let subrequest = outerRequest.enterSubrequest(
                label.text,
                keepsCancelHandlers: keepsCancelHandlers,
                metadata
            )
            guard let subrequest else { return nil }
            self.init((subrequest, nil), in: outerRequest, of: client)
            return
        }
        let group = client.flatMap { group?.group(forRequestsOf: $0) } ?? group
        // Without an open group, only a limiter or propagated task-locals of the client require a membership.
        let ungrouped = settings.needsAdmission ? RequestGroup.ungrouped : nil
        guard
            let entry = group?.admit(label, isOptional: isOptional, metadata)
                ?? ungrouped?.admit(label, isOptional: isOptional, metadata)
        else { return nil }
        let limiters = Limiters(entry.membership.group.limiter, settings.limiter)
        self.init(entry, limiters, priority: priority, of: client)
    }

    /// Creates the admission of a plan; the plan has entered its group as one request and needs one permit.
    init(of plan: Membership, limiter: RequestLimiter) {
        self.init((plan, nil), Limiters(limiter))
    }

    /// Creates the admission of a request that is not counted; `nil` if the request has no group and no limiter.
    ///
    /// The request holds the group open, and takes permits.
    init?(uncountedIn group: RequestGroup?, settings: InterceptionSettings) {
        let ungrouped = settings.limiter == nil ? nil : RequestGroup.ungrouped
        // If the group has completed, `hold` enters an enclosing group, so use the group of the membership below.
        guard let membership = group?.hold(isHidden: true) ?? ungrouped?.hold(isHidden: true)
        else { return nil }
        membership.group.markUsed()
        let rejection: CancellationReason? = membership.group.isCancelled ? .requested : nil
        let limiters = Limiters(membership.group.limiter, settings.limiter)
        self.init((membership, rejection), limiters, priority: settings.priority)
    }

    /// Runs `start`, which calls the client, while this request is the client's active call on this thread.
    ///
    /// For a subrequest, its outer request is the active call.
    func withActiveCall(_ start: () -> Void) {
        guard let client else { return start() }
        active.withActiveCall(of: client, start)
    }

    /// Takes a permit of each limiter, even if its limit is reached, for a request that cannot wait.
    func startDespiteLimits() {
        for limiter in limiters { membership.takePermitAtOnce(of: limiter) }
    }

    /// Starts the request as soon as every limiter has granted a permit, or rejects the request.
    ///
    /// `executor` is `nil` if the start only resumes a task. `perform` is called once, with the reason if the request
    /// is rejected.
    func start(at executor: StartExecutor?, _ perform: @escaping (CancellationReason?) -> Void) {
        if let rejection { return perform(rejection) }
        var limiters = limiters
        while let permit = limiters.first?.acquireIfFree() {
            membership.add(.permit(permit))
            _ = limiters.next()
        }
        guard limiters.isEmpty else {
            return DelayedStart(self, limiters, at: executor, perform).continueStart()
        }
        // Check again, because another thread may have cancelled the group meanwhile.
        perform(membership.checkStart())
    }
}

extension CancellationReason {
    /// Returns the error for a request that cannot start; `cancellationError` is a setting of the request's client.
    func rejection(
        of membership: Membership,
        _ cancellationError: (@Sendable () -> any Error)?
    ) -> any Error {
        if self != .deadline, let cancellationError { return cancellationError() }
        return rejection(of: membership.label)
    }
}

/// The limiters whose permits a request needs: at most the limiter of its group and the limiter of its client.
struct Limiters: Sequence, IteratorProtocol {
    private(set) var first: RequestLimiter?
    private var second: RequestLimiter?

    init(_ first: RequestLimiter? = nil, _ second: RequestLimiter? = nil) {
        (self.first, self.second) = first == nil ? (second, nil) : (first, second)
    }

    var isEmpty: Bool { first == nil }

    mutating func next() -> RequestLimiter? {
        defer { (first, second) = (second, nil) }
        return first
    }
}

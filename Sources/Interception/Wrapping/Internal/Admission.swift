import GroupContext

/// A request that has entered its group, with the conditions for its start.
@usableFromInline
struct Admission: Sendable {
    @usableFromInline let membership: Membership

    /// The reason to reject the request, or `nil` if it may start.
    let refusal: GroupCancellation?

    /// The limiters whose permits it needs: the group's first, then the client's.
    let limiters: [RequestLimiter]

    let priority: RequestPriority

    /// A Boolean value that indicates whether the request may start at once.
    let isImmediate: Bool

    /// A Boolean value that indicates whether this is a subrequest, which starts with its outer request.
    @usableFromInline let isPart: Bool

    /// The closure that returns the error of a request that is cancelled before its start.
    var cancellationError: (@Sendable () -> any Error)?

    @usableFromInline let client: ObjectIdentifier?

    /// Enters the group; `nil` if the request needs neither a group nor a permit.
    ///
    /// With `isCancelledAlone` a subrequest has cancel handlers of its own, as an awaited one does.
    init?(
        _ label: String,
        isOptional: Bool,
        priority: RequestPriority?,
        isCancelledAlone: Bool = false,
        client: ObjectIdentifier?,
        settings: InterceptionSettings,
        group: RequestGroup?
    ) {
        self.init(
            priority: priority,
            isCancelledAlone: isCancelledAlone,
            client: client,
            settings: settings,
            group: group
        ) { $0.admit(label, isOptional: isOptional, $1) }
    }

    /// Enters the group with a request that already has its handle; `nil` if it needs neither a group nor a permit.
    init?(
        _ label: @escaping RequestHandle.Label,
        isOptional: Bool,
        priority: RequestPriority?,
        handle: () -> RequestHandle?,
        client: ObjectIdentifier?,
        settings: InterceptionSettings,
        group: RequestGroup?
    ) {
        self.init(priority: priority, client: client, settings: settings, group: group) {
            if let handle = handle() {
                $0.admit(label, isOptional: isOptional, handle: handle, $1)
            } else {
                $0.admit(label(), isOptional: isOptional, $1)
            }
        }
    }

    private init?(
        priority: RequestPriority?,
        isCancelledAlone: Bool = false,
        client: ObjectIdentifier?,
        settings: InterceptionSettings,
        group: RequestGroup?,
        _ admit: (RequestGroup, RequestIssue?) -> (
            membership: Membership, refusal: GroupCancellation?
        )?
    ) {
        self.client = client
        cancellationError = settings.cancellationError
        if let client, let whole = Membership.current(of: client, in: group) {
            group?.noteUse()
            guard let part = whole.enterPart(isCancelledAlone: isCancelledAlone, settings.issued)
            else { return nil }
            membership = part
            (refusal, limiters, isImmediate, isPart) = (nil, [], true, true)
            self.priority = .normal
            return
        }
        isPart = false
        let group = client.flatMap { group?.group(servedBy: $0) } ?? group
        let admitted: (membership: Membership, refusal: GroupCancellation?)
        let issue = settings.issued
        if let group, let entry = admit(group, issue) {
            admitted = entry
        } else {
            // No group, or a completed one: only the settings of the client may still require a membership.
            guard settings.needsAdmission, let entry = admit(.ungrouped, issue) else { return nil }
            admitted = entry
        }
        (membership, refusal) = admitted
        limiters =
            if membership.group.limiter == nil, settings.limiter == nil {
                []
            } else {
                [membership.group.limiter, settings.limiter].compactMap(\.self)
            }
        // Without limiters the priority is never used, and reading that of the task is slow.
        self.priority = limiters.isEmpty ? .normal : priority ?? membership.group.priority
        isImmediate = refusal == nil && limiters.isEmpty
    }

    /// Waits for one permit, for a plan that has entered as one request.
    init(of plan: Membership, limiter: RequestLimiter) {
        (membership, limiters, priority) = (plan, [limiter], plan.group.priority)
        (refusal, isImmediate, isPart, client) = (nil, false, false, nil)
    }

    /// Holds the group open and takes permits without counting as a request; `nil` if neither is needed.
    init?(uncountedIn group: RequestGroup?, settings: InterceptionSettings) {
        let ungrouped = settings.limiter == nil ? nil : RequestGroup.ungrouped
        // `keepOpen` holds the nearest open group, which may enclose the group of the request.
        guard let membership = group?.keepOpen() ?? ungrouped?.keepOpen() else { return nil }
        self.membership = membership
        membership.group.noteUse()
        limiters = [membership.group.limiter, settings.limiter].compactMap(\.self)
        priority = settings.marks.priority ?? membership.group.priority
        refusal = membership.group.isCancelled ? .requested : nil
        isImmediate = refusal == nil && limiters.isEmpty
        (isPart, client) = (false, nil)
    }

    /// Performs the request as an active call of its client; a subrequest is part of an active call already.
    @inlinable
    func hand<Handle, Failure: Error>(
        _ start: () throws(Failure) -> Handle
    ) throws(Failure) -> Handle {
        guard !isPart, let client else { return try start() }
        return try membership.hand(to: client, start)
    }

    /// Takes a permit of each limiter at once, beyond its limit if need be, for a request that cannot wait.
    @usableFromInline
    func startDespiteLimits() {
        for limiter in limiters { membership.takePermitAtOnce(of: limiter) }
    }
}

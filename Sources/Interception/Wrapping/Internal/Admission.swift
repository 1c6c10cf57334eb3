import GroupContext

/// A request that has entered, and what stands between it and its start.
@usableFromInline
struct Admission: Sendable {
    @usableFromInline let membership: Membership

    /// Why the request should not start, if it should not.
    let refusal: GroupCancellation?

    /// Whose slots it needs: the group's first, then the client's.
    let limiters: [RequestLimiter]

    let priority: RequestPriority

    /// Whether nothing stands between the request and its start.
    let isImmediate: Bool

    /// Whether it is a part of a request of the same client, and so of whatever keeps that from starting.
    @usableFromInline let isPart: Bool

    /// Makes the error that the request reports if it is cancelled before its start.
    var cancellationError: (@Sendable () -> any Error)?

    /// The client that the request is handed to.
    @usableFromInline let client: ObjectIdentifier?

    /// Enters the group, or `nil` if the request goes its own way.
    ///
    /// With `isCancelledAlone` a part of another request has its own way of being cancelled, as an
    /// awaited one has.
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

    /// Enters the group with a request that has its handle already, or `nil` if the request goes its own way.
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
            // No group, or one that has completed: only what holds for the client could want it.
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
        // What waits for nothing needs none, and asking what that of the task is costs something.
        self.priority = limiters.isEmpty ? .normal : priority ?? membership.group.priority
        isImmediate = refusal == nil && limiters.isEmpty
    }

    /// A plan that has entered as one request, and waits for one slot.
    init(of plan: Membership, limiter: RequestLimiter) {
        (membership, limiters, priority) = (plan, [limiter], plan.group.priority)
        (refusal, isImmediate, isPart, client) = (nil, false, false, nil)
    }

    /// What holds its group open, takes the slots, and is not counted; `nil` where it needs neither.
    init?(uncountedIn group: RequestGroup?, settings: InterceptionSettings) {
        let ungrouped = settings.limiter == nil ? nil : RequestGroup.ungrouped
        // The nearest group that is open, which may be another than that of the issue.
        guard let membership = group?.keepOpen() ?? ungrouped?.keepOpen() else { return nil }
        self.membership = membership
        membership.group.noteUse()
        limiters = [membership.group.limiter, settings.limiter].compactMap(\.self)
        priority = settings.marks.priority ?? membership.group.priority
        refusal = membership.group.isCancelled ? .requested : nil
        isImmediate = refusal == nil && limiters.isEmpty
        (isPart, client) = (false, nil)
    }

    /// Hands the request to its client, which has got a part with the whole already.
    @inlinable
    func hand<Handle, Failure: Error>(
        _ start: () throws(Failure) -> Handle
    ) throws(Failure) -> Handle {
        guard !isPart, let client else { return try start() }
        return try membership.hand(to: client, start)
    }

    /// Takes a slot of each limiter, free or not, for a request that cannot wait.
    @usableFromInline
    func startDespiteLimits() {
        for limiter in limiters { membership.takePermitAtOnce(of: limiter) }
    }
}

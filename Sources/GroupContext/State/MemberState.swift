/// The state of one member of a group, protected by the lock of the group.
struct MemberState {
    let kind: Kind
    let isOptional: Bool
    var presence = Presence.outside
    var finally = FinallyState.none
    /// A Boolean value that indicates whether the request has left; the deinit of the membership then has no work.
    // Accessed without the lock. Only the call that makes the request leave writes the property, and only the deinit of
    // the membership reads the property. The deinit runs after all calls.
    var hasLeft = false
    /// A Boolean value that indicates whether active calls or metadata were captured for the request.
    // Accessed without the lock: the property is written only before other code receives the membership.
    var hasContext = false
    /// The number of running callbacks; the request leaves after all these callbacks have returned.
    var running: Int16 = 0
    /// The position among all members that have entered.
    var order = 0
    /// The position among the requests that have entered.
    var index = 0
    var error: (any Error)?
    private var attachment = Attachment.none
    var previous: Unmanaged<Membership>?
    var next: Unmanaged<Membership>?

    init(_ kind: Kind, isOptional: Bool) {
        self.kind = kind
        self.isOptional = isOptional
    }
}

extension MemberState {
    /// The state of the `finally` callback; the request leaves after this callback.
    enum FinallyState {
        case none, awaited, over
    }

    enum Kind {
        /// A request; the progress counts the request, and a release without an answer makes the request lost.
        case request
        /// A captured closure or a nested group, which keeps the group open and is not counted.
        case hold
        /// A hold on behalf of a request, such as a subrequest; neither listed as outstanding nor reported as
        /// timed out.
        case hiddenHold
    }

    enum Presence {
        /// The member has not entered the group, or has left.
        case outside
        case waiting
        /// The member was cancelled, and has not answered. A failure will be a consequence of cancelling.
        case cancelled
        case answered
        /// The first answer has come after the member was cancelled.
        case answeredCancelled
        /// The member was removed at the deadline. Its next answer is ignored, not reported as a duplicate.
        case overdue
    }

    var isPresent: Bool { presence != .outside && presence != .overdue }

    var isAnswered: Bool { presence == .answered || presence == .answeredCancelled }

    /// A Boolean value that indicates whether the member was cancelled before its answer.
    var wasCancelled: Bool { presence == .cancelled || presence == .answeredCancelled }

    mutating func cancel() {
        if presence == .waiting { presence = .cancelled }
    }

    mutating func answer(_ error: (any Error)?) -> Bool {
        switch presence {
        case .waiting: presence = .answered
        case .cancelled: presence = .answeredCancelled
        case .overdue:
            presence = .outside
            return true
        case .outside, .answered, .answeredCancelled: return false
        }
        self.error = error
        return true
    }

    enum Attachment {
        case none
        /// The only permit of the request.
        case permit(Permit)
        /// The only handler of the request.
        case handler(MemberHandler)
        /// The nested group for which the member stands; the member retains the group until the member leaves.
        case nested(RequestGroup)
        case details(MemberDetails)
    }

    var details: MemberDetails? {
        guard case .details(let details) = attachment else { return nil }
        return details
    }

    mutating func ensureDetails() -> MemberDetails {
        if case .details(let details) = attachment { return details }
        let details = MemberDetails()
        switch attachment {
        case .permit(let permit): details.permits = [permit]
        case .handler(let handler): details.handlers = [handler]
        case .nested(let group): details.nested = group
        case .none, .details: break
        }
        attachment = .details(details)
        return details
    }

    mutating func add(_ permit: Permit) {
        if case .none = attachment {
            attachment = .permit(permit)
        } else {
            ensureDetails().permits.append(permit)
        }
    }

    mutating func add(_ handler: MemberHandler) {
        if case .none = attachment {
            attachment = .handler(handler)
        } else {
            ensureDetails().handlers.append(handler)
        }
    }

    mutating func nest(_ group: RequestGroup) {
        if case .none = attachment {
            attachment = .nested(group)
        } else {
            ensureDetails().nested = group
        }
    }

    var nested: RequestGroup? {
        if case .nested(let group) = attachment { group } else { details?.nested }
    }

    /// Removes and returns the nested group if it is the only attachment.
    mutating func takeNested() -> RequestGroup? {
        guard case .nested(let group) = attachment else { return nil }
        attachment = .none
        return group
    }

    /// Removes the handlers for which the closure returns `false`.
    mutating func keepHandlers(where isKept: (MemberHandler) -> Bool) {
        switch attachment {
        case .none, .permit, .nested: break
        case .handler(let handler): if !isKept(handler) { attachment = .none }
        case .details(let details): details.handlers = details.handlers.filter(isKept)
        }
    }

    var handlers: [MemberHandler] {
        switch attachment {
        case .none, .permit, .nested: []
        case .handler(let handler): [handler]
        case .details(let details): details.handlers
        }
    }

    /// Removes and returns the delayed request; `nil` if the request is not waiting for a permit.
    func takeDelayed() -> (any PermitWaiter)? {
        switch attachment {
        case .none, .handler, .nested: break
        case .permit(let permit): return permit.delayed.take()
        case .details(let details):
            for permit in details.permits {
                if let request = permit.delayed.take() { return request }
            }
        }
        return nil
    }

    /// Removes and returns the attachment; the caller releases the attachment after unlocking, because a deinit
    /// may run user code.
    mutating func takeAttachment() -> Attachment {
        defer { attachment = .none }
        return attachment
    }

    var ending: Ending? { isAnswered ? Ending(error) : nil }

    var isDone: Bool { running == 0 && (finally == .none ? isAnswered : finally == .over) }

    /// A Boolean value that indicates whether exactly one callback is running, and the request has no details.
    @inline(__always)
    var isPlain: Bool {
        kind == .request && isPresent && running == 1 && finally == .none && details == nil
    }
}

/// The properties of a member that few members need, such as cancel handlers and permits.
final class MemberDetails {
    var handlers: [MemberHandler] = []
    var nested: RequestGroup?
    /// The request of which the member is a subrequest.
    var outerRequest: Membership?
    /// A Boolean value that indicates whether a subrequest keeps its cancel handlers; see `enterSubrequest`.
    var isCancelledAlone = false
    var activeCalls: ActiveCallSnapshot?
    /// The metadata, made on demand if the request was issued without metadata.
    var metadata: RequestMetadata?
    var issuer: RequestIssuer?
    /// The age of the group when the member entered, for stall reports.
    var entered: Duration?
    var wait = Wait.none
    var permits: [Permit] = []

    /// The state of waiting for a permit, in a group with observers.
    enum Wait {
        case none, waiting, over
    }
}

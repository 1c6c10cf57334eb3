/// The state of one member of a group, protected by the lock of the group.
struct MemberState {
    /// The number of requests that entered before this member.
    ///
    /// For a request, this is its position in issue order.
    var index = 0
    var error: (any Error)?
    /// The first attachment; `details` stores the further attachments, which few members have.
    private var attachment: Attachment?
    // The last word of the attachment has room for the next six properties; in another place they would need memory.
    let kind: Kind
    /// The number of running callbacks; the request leaves after all these callbacks have returned.
    var running: Int16 = 0
    let isOptional: Bool
    var presence = Presence.outside
    var finally = FinallyState.none
    /// A Boolean value that indicates whether a callback that `call.wrap` has wrapped may report success.
    var expectsAnswer = false
    var details: MemberDetails?
    var previous: Unmanaged<Membership>?
    var next: Unmanaged<Membership>?

    init(_ kind: Kind, isOptional: Bool) {
        self.kind = kind
        self.isOptional = isOptional
    }
}

extension MemberState {
    /// The state of the `finally` callback; a request with such a callback leaves after this callback.
    enum FinallyState {
        case none, awaited, over
        /// The callback is awaited; if no answer comes before, the callback reports success, unless `expectsAnswer`.
        case awaitedAsAnswer
    }

    enum Kind {
        /// A request, which the progress counts. If its membership is released without an answer, the request is lost.
        case request
        /// A captured closure or a nested group, which keeps the group open and is not counted.
        case hold
        /// A hold for a request or a body, such as for a subrequest. The hold is not listed as outstanding, and not
        /// reported as timed out.
        case hiddenHold
    }

    enum Presence {
        /// The member has not entered the group, or has left.
        case outside
        case unanswered
        /// The member was cancelled, and has no answer yet. A failure will be a consequence of cancelling.
        case cancelled
        case answered
        /// The member was cancelled, and then got its first answer.
        case answeredCancelled
        /// The member was removed at the deadline. Its next answer is ignored, not reported as a duplicate.
        case overdue
    }

    var isPresent: Bool { presence != .outside && presence != .overdue }

    var isAnswered: Bool { presence == .answered || presence == .answeredCancelled }

    /// A Boolean value that indicates whether the member was cancelled before its answer.
    var wasCancelled: Bool { presence == .cancelled || presence == .answeredCancelled }

    mutating func cancel() {
        if presence == .unanswered { presence = .cancelled }
    }

    mutating func answer(_ error: (any Error)?) -> Bool {
        switch presence {
        case .unanswered: presence = .answered
        case .cancelled: presence = .answeredCancelled
        case .overdue:
            presence = .outside
            return true
        case .outside, .answered, .answeredCancelled: return false
        }
        self.error = error
        return true
    }

    mutating func ensureDetails() -> MemberDetails {
        let ensured = details ?? MemberDetails()
        details = ensured
        return ensured
    }

    mutating func attach(_ new: Attachment) {
        if attachment == nil { attachment = new } else { ensureDetails().attachments.append(new) }
    }

    /// Returns the first result of the closure that is not `nil`.
    func firstInAttachments<Result>(_ find: (Attachment) -> Result?) -> Result? {
        if let found = attachment.flatMap(find) { return found }
        for further in details?.attachments ?? [] {
            if let found = find(further) { return found }
        }
        return nil
    }

    /// Removes the attachments for which the closure returns `false`.
    mutating func keepAttachments(where isKept: (Attachment) -> Bool) {
        if let first = attachment, !isKept(first) { attachment = nil }
        if let details { details.attachments = details.attachments.filter(isKept) }
    }

    /// A Boolean value that indicates whether the request waits for a permit.
    var isDelayed: Bool { firstInAttachments { $0.permit?.delayed } != nil }

    /// Removes and returns the delayed request; `nil` if the request has started, was rejected or needs no permit.
    func takeDelayed() -> (any PermitWaiter)? { firstInAttachments { $0.permit?.delayed.take() } }

    var permits: [Permit] {
        ([attachment].compactMap(\.self) + (details?.attachments ?? [])).compactMap(\.permit)
    }

    /// Removes and returns the nested group if it is the first attachment.
    mutating func takeNested() -> RequestGroup? {
        guard case .nested(let group)? = attachment else { return nil }
        attachment = nil
        return group
    }

    /// Removes and returns the first attachment, which the caller releases after unlocking: a deinit may run user code.
    mutating func takeAttachment() -> Attachment? { attachment.take() }

    /// Removes all attachments, and appends the effects of leaving the group.
    mutating func detach(effects: inout GroupState.Effects) {
        if let request = takeDelayed() { effects.append(.releaseObject(request)) }
        if let first = takeAttachment() { effects.append(first.leaving) }
        guard let details else { return }
        for case .permit(let permit) in details.attachments { effects.append(.free(permit)) }
        effects.append(.releaseObject(details))
        self.details = nil
    }

    var isDone: Bool { running == 0 && (finally == .none ? isAnswered : finally == .over) }

    /// A Boolean value that indicates whether the request may leave on the fast path.
    ///
    /// Such a request has no error, one running callback, no `finally` callback and no details.
    @inline(__always)
    var mayTakeFastPath: Bool {
        kind == .request && isPresent && error == nil && running == 1 && finally == .none
            && details == nil
    }
}

/// The properties of a member that few members need, such as an issuer or a second attachment.
final class MemberDetails: @unchecked Sendable {
    // Safe: accessed before the member enters, under the lock of the group, or by the thread that releases the details.

    /// The attachments after the first.
    // Safe without the check, which would be slow: no access calls other code while it modifies the array.
    @exclusivity(unchecked) var attachments: [Attachment] = []
    /// The request of which the member is a subrequest.
    var outerRequest: Membership?
    /// A Boolean value that indicates whether a subrequest keeps its cancel handlers; see `enterSubrequest`.
    var keepsCancelHandlers = false
    var activeCalls: ActiveCalls?
    /// The metadata of a request that was issued without metadata, created on its first use.
    var metadata: RequestMetadata?
    var issuer: RequestIssuer?
    /// The age of the group when the member entered, for stall reports.
    var entered: Duration?
}

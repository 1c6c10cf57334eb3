/// An object or an action that a member has until the member leaves its group, such as a permit or a cancel handler.
package enum Attachment: Sendable {
    /// Cancels the request.
    case cancelling(CancelHandler)
    /// Cancels a subrequest. The closure runs when the outer request is cancelled and has no cancel handler.
    case cancellingSubrequests(CancelHandler)
    /// Cancels the asynchronous operation of a request that has no cancel handler. The closure runs when the request is
    /// cancelled, and again at the deadline.
    case cancellingOperation(CancelHandler)
    /// Ends the request at the deadline, even if the request was cancelled before.
    case deadline(CancelHandler)
    /// Resumes the caller that awaits the request, at the deadline and before any user code runs.
    case caller(ReplyWaiter)
    /// A permit, which is freed when the request leaves.
    case permit(Permit)
    /// A nested group, which the member represents in the outer group; cancelling the member cancels the nested group.
    case nested(RequestGroup)

    var isCancelHandler: Bool { if case .cancelling = self { true } else { false } }

    var permit: Permit? { if case .permit(let permit) = self { permit } else { nil } }

    func run(_ cancellation: CancellationReason) {
        switch self {
        case .cancelling(let run), .cancellingSubrequests(let run), .cancellingOperation(let run),
            .deadline(let run):
            run(cancellation)
        case .caller(let waiter): waiter.reject(cancellation)
        case .nested(let group): group.cancel(cancellation.ofNestedGroups)
        case .permit(let permit): permit.end()
        }
    }

    /// Appends the effect that cancels the member after unlocking, and returns whether to keep the attachment.
    func cancel(
        _ cancellation: CancellationReason,
        hasCancelHandler: Bool,
        effects: inout GroupState.Effects
    ) -> Bool {
        switch self {
        // These handlers do not run, because the request has a cancel handler of its own. The handlers are released
        // after unlocking, because a deinit may run user code.
        case .cancellingSubrequests where hasCancelHandler,
            .cancellingOperation where hasCancelHandler:
            effects.append(.release(self))
        case .cancelling, .cancellingSubrequests: effects.append(.cancel(self, cancellation))
        case .cancellingOperation:
            effects.append(.end(self, cancellation))
            // Keep the handler: a deadline runs it again, because the cancelling thread may hang in a cancel handler.
            return cancellation != .deadline
        case .nested(let nested):
            effects.append(.cancelGroup(nested, cancellation.ofNestedGroups))
            return true
        case .deadline where cancellation == .deadline: effects.append(.end(self, .deadline))
        case .caller(let waiter) where cancellation == .deadline: effects.append(.resume(waiter))
        case .deadline, .caller, .permit: return true
        }
        return false
    }

    /// The effect that the caller performs after unlocking when the member leaves its group.
    ///
    /// The attachment is released after unlocking, because a deinit may run user code.
    var leaving: GroupState.Effect {
        if case .permit(let permit) = self { .free(permit) } else { .release(self) }
    }
}

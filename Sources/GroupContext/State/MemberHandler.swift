/// An action for a request on a given occasion, such as a cancel handler.
///
/// The cases with a closure are indirect, so that a handler has the size of a reference.
package enum MemberHandler {
    /// Cancels the request.
    indirect case cancelling(CancelHandler)
    /// Cancels a subrequest. The closure runs when the outer request is cancelled and has no cancel handler.
    indirect case cancellingSubrequests(CancelHandler)
    /// Cancels the asynchronous operation of a request when the request is cancelled, unless the request has a
    /// cancel handler, and again at the deadline.
    indirect case cancellingOperation(CancelHandler)
    /// The same for a `ChildTask`, without a closure.
    case operation(ChildTask)
    /// Ends the request at the deadline, even if the request was cancelled before.
    indirect case deadline(CancelHandler)
    /// Resumes the caller that awaits the request, at the deadline and before any user code.
    case caller(ReplyWaiter)

    var isCancelHandler: Bool { if case .cancelling = self { true } else { false } }

    func run(_ cancellation: CancellationReason) {
        switch self {
        case .cancelling(let run), .cancellingSubrequests(let run), .cancellingOperation(let run),
            .deadline(let run):
            run(cancellation)
        case .operation(let task): task.cancel()
        case .caller(let waiter): waiter.reject(cancellation)
        }
    }

    /// Appends the effect of cancelling the member, and returns whether the member keeps the handler.
    fileprivate func cancel(
        _ cancellation: CancellationReason,
        hasCancelHandler: Bool,
        effects: inout GroupState.Effects
    ) -> Bool {
        switch self {
        // These handlers do not run, because the request has a cancel handler of its own. The handlers are released
        // after unlocking, because a deinit may run user code.
        case .cancellingSubrequests where hasCancelHandler,
            .cancellingOperation where hasCancelHandler, .operation where hasCancelHandler:
            effects.append(.release(self))
        case .cancelling, .cancellingSubrequests: effects.append(.cancel(self, cancellation))
        case .cancellingOperation, .operation:
            effects.append(.end(self, cancellation))
            // A deadline runs the handler again, because the cancelling thread may be blocked in a cancel handler.
            return cancellation != .deadline
        case .deadline, .caller: return true
        }
        return false
    }
}

extension MemberState {
    /// Appends the handlers that cancel the member to the effects, after the cancel handler `own`.
    mutating func takeCancelHandlers(
        with own: CancelHandler?,
        _ cancellation: CancellationReason,
        effects: inout GroupState.Effects
    ) {
        if let own { effects.append(.cancel(.cancelling(own), cancellation)) }
        let hasCancelHandler =
            own != nil || details?.handlers.contains(where: \.isCancelHandler) == true
        keepHandlers {
            $0.cancel(cancellation, hasCancelHandler: hasCancelHandler, effects: &effects)
        }
    }
}

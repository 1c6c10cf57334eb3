/// An action for a request on a given occasion, such as a cancel handler.
package enum MemberHandler {
    case closure(ClosureHandler)
    /// Resumes the caller that awaits the request, at the deadline and before any user code.
    case caller(ReplyWaiter)
    /// Cancels the asynchronous operation of a request when the request is cancelled, unless the request has a
    /// cancel handler, and again at the deadline.
    case operation(ChildTask)

    package enum Occasion {
        case cancelling
        /// Cancels a subrequest. The closure runs when the outer request is cancelled and has no cancel handler.
        case cancellingSubrequests
        /// Cancels the asynchronous operation of a request; see ``MemberHandler/operation(_:)``.
        case cancellingOperation
        /// Ends the request at the deadline, even if the request was cancelled before.
        case deadline
        /// Resumes the caller that awaits the request; see ``MemberHandler/caller(_:)``.
        case resuming
    }

    package init(occasion: Occasion, run: @escaping CancelHandler) {
        self = .closure(ClosureHandler(occasion, run))
    }

    var occasion: Occasion {
        switch self {
        case .closure(let handler): handler.occasion
        case .caller: .resuming
        case .operation: .cancellingOperation
        }
    }

    var run: CancelHandler {
        switch self {
        case .closure(let handler): handler.run
        case .caller(let waiter): { waiter.reject($0) }
        case .operation(let task): { _ in task.cancel() }
        }
    }
}

/// A class, so that every handler has the size of a reference.
package final class ClosureHandler: Sendable {
    fileprivate let occasion: MemberHandler.Occasion
    fileprivate let run: CancelHandler

    fileprivate init(_ occasion: MemberHandler.Occasion, _ run: @escaping CancelHandler) {
        (self.occasion, self.run) = (occasion, run)
    }
}

extension MemberState {
    /// Appends the handlers that cancel the member to the effects, after the cancel handler `own`.
    mutating func takeCancelHandlers(
        with own: CancelHandler?,
        _ cancellation: CancellationReason,
        effects: inout GroupState.Effects
    ) {
        if let own { effects.append(.cancel(own, cancellation)) }
        let handlers = handlers
        if handlers.isEmpty { return }
        let hasHandler = own != nil || handlers.contains { $0.occasion == .cancelling }
        var kept: [MemberHandler] = []
        for handler in handlers {
            switch handler.occasion {
            case .cancelling: effects.append(.cancel(handler.run, cancellation))
            // These handlers do not run, because the request has a cancel handler of its own. The handlers are
            // released after unlocking, because a deinit may run user code.
            case .cancellingSubrequests where hasHandler, .cancellingOperation where hasHandler:
                effects.append(.release(handler))
            case .cancellingSubrequests: effects.append(.cancel(handler.run, cancellation))
            case .cancellingOperation:
                effects.append(.end(handler.run, cancellation))
                // A deadline runs the handler again, because the cancelling thread may be blocked in a cancel handler.
                if cancellation != .deadline { kept.append(handler) }
            case .deadline, .resuming: kept.append(handler)
            }
        }
        keep(kept)
    }
}

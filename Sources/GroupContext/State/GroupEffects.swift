// Effects: actions that follow from a change of a group's state, and that the caller performs after unlocking.
extension GroupState {
    enum Effect: Sendable {
        /// Resume the task that awaits a request, because the deadline has passed. Resuming runs no user code.
        case resume(ReplyWaiter)
        /// Reject a request that has not started.
        case reject(any PermitWaiter, CancellationReason)
        /// Run a handler that ends a request at the deadline, or cancels its asynchronous operation. User code in the
        /// handler may block, so each such handler gets its own worker thread.
        case end(Attachment, CancellationReason)
        /// Run a cancel handler of the user, which may block.
        case cancel(Attachment, CancellationReason)
        case cancelGroup(RequestGroup, CancellationReason)
        case free(Permit)
        // Release after unlocking, because a deinit may run user code. Three cases, because `any Sendable`, whose size
        // the compiler does not know, would make each loop over the effects copy each effect.
        case release(Attachment)
        case releaseObject(any AnyObject & Sendable)
        case releaseError(any Error)
    }

    /// The effects of one change of the state; most changes have none, and an empty array allocates nothing.
    typealias Effects = ContiguousArray<Effect>
}

extension GroupState {
    /// One thing to do after unlocking.
    enum Effect {
        /// Resume the task that awaits a request, whose deadline has passed; runs no user code.
        case resume(CancelAction)
        /// Reject a request that has not started; never blocks.
        case reject(CancelAction, GroupCancellation)
        /// End a request that has missed its deadline, or cancel the task of its operation.
        case end(CancelAction, GroupCancellation)
        /// Run a cancel handler.
        case cancel(CancelAction, GroupCancellation)
        /// Cancel a group that is nested in this one.
        case cancelGroup(RequestGroup, GroupCancellation)
        /// Free the permit that let a request start.
        case free(LimiterPermit)
        /// Release what may hold the last reference to anything, whose `deinit` may do anything.
        case release(Any)
    }

    /// What a transition leaves to be done after unlocking; what is to be told is in the deliveries.
    ///
    /// Most transitions leave nothing, and an empty array costs next to nothing.
    typealias Effects = ContiguousArray<Effect>
}

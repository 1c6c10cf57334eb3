extension GroupState {
    /// One thing to do after unlocking.
    enum Effect {
        /// Cancel a request.
        case cancel(CancelAction, GroupCancellation)
        /// Resume the task that awaits a request, whose deadline has passed; runs no user code.
        case resume(CancelAction)
        /// Cancel a group that is nested in this one.
        case cancelGroup(RequestGroup, GroupCancellation)
        /// Give back what let a request start.
        case end(LimiterPermit)
        /// Release what may hold the last reference to anything, whose `deinit` may do anything.
        case release(Any)
    }

    /// What a transition leaves to be done after unlocking; what is to be told is in the deliveries.
    ///
    /// Most transitions leave nothing, and an empty array costs next to nothing.
    typealias Effects = ContiguousArray<Effect>
}

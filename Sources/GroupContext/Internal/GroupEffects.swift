// The actions that a change of a group's state leaves to its caller.
extension GroupState {
    /// An action to perform after unlocking.
    enum Effect {
        /// Resume the task that awaits a request, whose deadline has passed; runs no user code.
        case resume(CancelAction)
        /// Reject a request that has not started; never blocks.
        case reject(CancelAction, GroupCancellation)
        /// End a request that has missed its deadline, or cancel the task of its operation.
        case end(CancelAction, GroupCancellation)
        case cancel(CancelAction, GroupCancellation)
        case cancelGroup(RequestGroup, GroupCancellation)
        /// Free the permit that let a request start.
        case free(LimiterPermit)
        /// Release an object, whose deinit may run user code.
        case release(Any)
    }

    /// The actions that a transition leaves to its caller, to perform after unlocking.
    ///
    /// Most transitions leave none, and an empty array costs almost nothing.
    typealias Effects = ContiguousArray<Effect>
}

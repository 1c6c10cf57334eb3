extension GroupState {
    /// One thing to do after unlocking.
    enum Effect {
        /// Cancel a request.
        case cancel(CancelAction, GroupCancellation)
        /// Cancel a group that is nested in this one.
        case cancelGroup(RequestGroup, GroupCancellation)
        /// Give back what let a request start.
        case end(LimiterPermit)
        /// Release what may hold the last reference to anything, whose `deinit` may do anything.
        case release(Any)
        /// Tell the observers.
        case notify(Notice)
        /// Tell those who wait for the group.
        case complete

        /// Whether it cancels who has missed the deadline.
        var isOfDeadline: Bool {
            switch self {
            case .cancel(_, .deadline), .cancelGroup(_, .deadline): true
            default: false
            }
        }
    }

    /// What a transition leaves to be done after unlocking, in order.
    ///
    /// Most transitions leave nothing, and an empty array costs next to nothing.
    typealias Effects = ContiguousArray<Effect>

    /// What observers are told.
    struct Notice {
        var kind: RequestGroupEvent.Kind
        var label: String?
        var index: Int?
        var issuer: IssuingRequest?
        var failure: RequestFailure?
        var progress: GroupProgress
    }
}

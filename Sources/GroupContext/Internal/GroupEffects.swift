extension GroupState {
    /// What to do after unlocking, in the order of the properties.
    struct Effects {
        var cancelActions: [CancelAction] = []
        var cancellation: GroupCancellation?
        var endedPermits: [LimiterPermit] = []
        var notices: [Notice] = []
        var isCompleted = false
    }

    /// What observers are told.
    struct Notice {
        var kind: RequestGroupEvent.Kind
        var label: String?
        var index: Int?
        var failure: RequestFailure?
    }
}

public import GroupContext

// The short way of a request whose callbacks are kept in its membership.
extension RequestIntercepting {
    /// Whether a request has to be looked at before it goes to the client.
    @inlinable
    func mayGroup(in group: RequestGroup?) -> Bool {
        group != nil || interceptionSettings.limiter != nil
    }

    /// Enters the group with a request that nothing keeps from starting; if anything may, nothing
    /// happens.
    @inlinable
    func enterAtOnce<Callbacks>(
        _ group: RequestGroup?,
        _ label: String,
        isOptional: Bool,
        _ callbacks: Callbacks
    ) -> CallbackMembership<Callbacks>? {
        guard let group, group.isUnlimited, interceptionSettings.limiter == nil else { return nil }
        let request = CallbackMembership(
            callbacks,
            label: label,
            group: group,
            isOptional: isOptional
        )
        return group.enterAtOnce(request) ? request : nil
    }
}

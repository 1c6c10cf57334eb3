public import GroupContext

// The short way of a request whose callbacks are kept in its membership.
extension RequestIntercepting {
    /// Whether a request has to be looked at before it goes to the client.
    ///
    /// Debug builds of the library report one that strays; others never look at the label.
    @inlinable
    @inline(__always)
    func mayGroup(in group: RequestGroup?, _ label: () -> String) -> Bool {
        if group != nil || interceptionSettings.limiter != nil { return true }
        #if DEBUG
        reportStray(label)
        #endif
        return false
    }

    /// Enters the group with a request that nothing keeps from starting, and which goes to the client at
    /// once; if anything may keep it, nothing happens.
    ///
    /// - Returns: the request, and the stack that is to be popped when the client has returned.
    @inlinable
    @inline(__always)
    func enterAtOnce<Callbacks>(
        _ group: RequestGroup?,
        _ label: String,
        isOptional: Bool,
        _ callbacks: Callbacks
    ) -> (request: CallbackMembership<Callbacks>, stack: HandedStack)? {
        guard let group, group.isUnlimited, interceptionSettings.limiter == nil else { return nil }
        let request = CallbackMembership(
            callbacks,
            label: label,
            group: group,
            isOptional: isOptional
        )
        return group.enterAtOnce(request, client: interceptedClient).map { (request, $0) }
    }
}

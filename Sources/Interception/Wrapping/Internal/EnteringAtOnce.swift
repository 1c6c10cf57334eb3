public import GroupContext

// The short way of a request whose callbacks are kept in its membership.
//
// What is inlined into a wrapper is paid for by its author, in code and in compile time, once for each method: so it is
// only what decides whether anything has to be done, and what calls the client.
extension RequestIntercepting {
    /// Whether a request has to be looked at before it goes to the client.
    ///
    /// Debug builds of the library report one that strays; others never look at the label.
    @inlinable
    @inline(__always)
    func mayGroup(in group: RequestGroup?, _ label: () -> String) -> Bool {
        if group != nil || interceptionSettings.needsAdmission { return true }
        #if DEBUG
        reportStray(label)
        #endif
        return false
    }

    /// Enters the group with a request, unless anything may keep it from starting.
    ///
    /// - Returns: the membership, and the stack that is to be popped when the client has returned.
    @inlinable
    @inline(__always)
    func enter(
        _ group: RequestGroup?,
        _ label: String,
        isOptional: Bool
    ) -> (membership: Membership?, stack: HandedStack?) {
        guard let group, !interceptionSettings.needsAdmission,
            let (membership, stack) = group.enterAtOnce(
                label,
                isOptional: isOptional,
                client: interceptedClient
            )
        else { return (nil, nil) }
        return (membership, stack)
    }
}

/// What a request is called.
///
/// Not inlined, so that the text is in a function of its own: the compiler makes one of methods that differ in nothing
/// but the functions that they call.
@usableFromInline
@inline(never)
func built(_ label: () -> String) -> String {
    label()
}

extension RequestGroup {
    /// Enters a request and its callbacks, unless anything may keep the request from starting.
    ///
    /// - Returns: the request, and the stack that is to be popped when the client has returned; without a stack it
    ///   has not entered.
    @inlinable
    @inline(__always)
    static func enter<Callbacks>(
        _ group: RequestGroup?,
        _ label: consuming String,
        isOptional: Bool,
        client: ObjectIdentifier,
        isLimited: Bool,
        callbacks: consuming Callbacks
    ) -> (request: CallbackMembership<Callbacks>, stack: HandedStack?) {
        let request = CallbackMembership(
            callbacks,
            label: label,
            group: group ?? .ungrouped,
            isOptional: isOptional
        )
        guard let group, !isLimited, group.isUnlimited else { return (request, nil) }
        return (request, group.enterAtOnce(request, client: client))
    }
}

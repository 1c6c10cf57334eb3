public import GroupContext

// The short way of a request that may enter and start at once.
//
// What is inlined into a wrapper is paid for by its author, in code and in compile time, once for each method: so it is
// only what decides whether anything has to be done, and what calls the client.

extension RequestIntercepting {
    /// The group of a request that is issued here and now; `nil` if the request goes to its client as it is.
    ///
    /// A group that lets nobody in at once stands for a request that has to be looked at in any case. Debug builds of
    /// the library report a request that strays; others never look at the label.
    @inlinable
    @inline(__always)
    func groupToEnter(_ label: () -> String) -> RequestGroup? {
        let group = currentRequestGroup(isLimited: interceptionSettings.needsAdmission)
        #if DEBUG
        if group == nil { reportStray(label) }
        #endif
        return group
    }
}

/// What a request is called.
///
/// Not inlined, so that the text is in a function of its own: the compiler makes one of methods that differ in nothing
/// but the functions that they call.
@usableFromInline
@inline(never)
func built(_ label: () -> String) -> String {
    called(label)
}

/// Hides from the compiler what ``built(_:)`` does, which it would copy for each method.
@inline(never)
private func called(_ label: () -> String) -> String {
    label()
}

extension RequestGroup {
    /// Enters a request, unless anything may keep it from starting.
    ///
    /// - Returns: the call, and the stack that is to be popped when the client has returned.
    @usableFromInline
    @inline(never)
    func enterCall(
        _ label: String,
        isOptional: Bool,
        client: ObjectIdentifier
    ) -> (call: InterceptedCall, stack: HandedStack)? {
        guard
            let (membership, stack) = enterAtOnce(label, isOptional: isOptional, client: client)
        else { return nil }
        return (InterceptedCall(membership), stack)
    }

    /// Enters a request, unless anything may keep it from starting.
    @inlinable
    func enterCall(
        _ label: String,
        _ options: IssueOptions
    ) -> (call: InterceptedCall, stack: HandedStack)? {
        enterCall(label, isOptional: options.isOptional, client: options.client)
    }
}

extension HandedStack {
    /// Removes the request of a call, until here kept by this function.
    @usableFromInline
    @inline(never)
    func pop(_ call: InterceptedCall) {
        withExtendedLifetime(call) { pop(nil) }
    }
}

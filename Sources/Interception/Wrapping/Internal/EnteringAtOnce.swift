public import GroupContext

// The fast path of a request that may enter and start at once.
//
// Inlined code costs the author of a wrapper code size and compile time in each method, so only two parts are
// inlined: the decision whether there is anything to do, and the call of the client.

extension RequestIntercepting {
    /// Returns the group of a request that is being issued, or `nil` if the request needs no group.
    ///
    /// If the client has a limiter, the result is the placeholder `ungrouped`, which forces the slow path. Debug
    /// builds of the library report ungrouped requests; release builds do not evaluate the label.
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

/// Evaluates a label.
///
/// Not inlined: the compiler merges methods that differ only in the functions that they call.
@usableFromInline
@inline(never)
func built(_ label: () -> String) -> String {
    called(label)
}

/// Stops the compiler from copying ``built(_:)`` into each method.
@inline(never)
private func called(_ label: () -> String) -> String {
    label()
}

extension RequestGroup {
    /// Enters a request, or returns `nil` if the request may have to wait or may be rejected.
    ///
    /// - Returns: the call, and the stack of active calls to pop when the client has returned.
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

    @inlinable
    func enterCall(
        _ label: String,
        _ options: IssueOptions
    ) -> (call: InterceptedCall, stack: HandedStack)? {
        enterCall(label, isOptional: options.isOptional, client: options.client)
    }
}

extension HandedStack {
    /// Pops the request of a call; the argument keeps its membership alive until then.
    @usableFromInline
    @inline(never)
    func pop(_ call: InterceptedCall) {
        withExtendedLifetime(call) { pop(nil) }
    }
}

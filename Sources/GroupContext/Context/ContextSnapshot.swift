/// A snapshot of the context (group, issuer, active calls, propagated task-locals) for closures that run later.
///
/// For a group that records no issuers, a snapshot without active calls and task-locals costs almost nothing.
@usableFromInline
package struct ContextSnapshot: Sendable {
    /// The group; outside any group a placeholder, which only the asynchronous `run` binds.
    let group: RequestGroup
    private let issuer: RequestIssuer?
    private let activeCalls: ActiveCalls?
    let propagated: PropagatedValues?

    /// Captures the current context for the group; the default task-locals are those of the running callback.
    package init(in group: RequestGroup, propagating taskLocals: PropagatedTaskLocals? = nil) {
        let context = CurrentContext.value
        self.group = group
        issuer = Self.issuer(for: group)
        activeCalls = ActiveCalls.capture(in: context.details.operation)
        propagated = (taskLocals ?? context.details.propagated)?.captured()
    }

    /// Creates the context of the request's callbacks, in which the request is the issuer.
    package init(_ membership: Membership) {
        group = membership.group
        issuer = group.isObserved ? RequestIssuer(membership) : nil
        activeCalls =
            membership.hasContext
            ? group.shared.withLock { _ in membership.member.details?.activeCalls } : nil
        propagated = membership.metadata?.propagated
    }

    /// Returns whether the callbacks of the request need only its group, and no further context.
    package static func isEmpty(_ membership: Membership) -> Bool {
        !membership.group.isObserved && !membership.hasContext
    }

    /// Returns the issuer of requests issued now; `nil` outside callbacks, and in a group that records no issuers.
    static func issuer(for group: RequestGroup) -> RequestIssuer? {
        group.isObserved ? CurrentContext.value.details.issuer : nil
    }

    /// Runs the closure in the captured context.
    // Not inlined, because the code of this method would slow down callbacks that need no context.
    @inline(never) package func run(_ body: () -> Void) {
        guard group.isObserved || propagated != nil else {
            if activeCalls == nil { return group.runCallback(mayBeCurrent: false, body) }
            return ActiveCalls.bind(activeCalls) { group.run(body) }
        }
        // Without captured calls the new context has no operation, so `bind` need not look the caller's operation up.
        ActiveCalls.bind(activeCalls, in: nil) {
            context(in: group.isGrouping ? group : nil).run { propagated.bind(body) }
        }
    }

    /// Returns the context to bind: one for issuer, task-locals and group together, because each binding allocates.
    private func context(in group: RequestGroup?) -> CurrentContext {
        CurrentContext.value.changing(to: group) {
            // With captured calls, a task of the callback stays in the operation in which the client calls back.
            if activeCalls == nil { $0.operation = nil }
            if self.group.isObserved { $0.issuer = issuer }
            if let propagated { $0.propagated = propagated.taskLocals }
        }
    }

    /// Runs the asynchronous closure in the captured context, on the caller's actor; also binds a placeholder.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await context(in: group).changing { $0.operation = activeCalls }.run {
            // Capturing the isolated parameter keeps this closure on the caller's actor.
            _ = isolation
            return try await propagated.bind(isolation: isolation, body)
        }
    }
}

/// A snapshot of the context (issuer, active calls, propagated task-locals) for work that runs later.
///
/// For a group that records no issuers, a snapshot without active calls and task-locals costs almost nothing.
package struct ContextSnapshot: Sendable {
    private let issuer: RequestIssuer?
    private let isObserved: Bool
    private let activeCalls: ActiveCallSnapshot?
    package let propagated: PropagatedValues?

    package init(for group: RequestGroup?, propagating propagated: PropagatedValues? = nil) {
        self.propagated = propagated
        isObserved = group?.isObserved ?? false
        issuer = isObserved ? CurrentContext.value.details.issuer : nil
        activeCalls = ActiveCalls.capture()
    }

    /// Creates the context of the request's callbacks, in which the request is the issuer.
    package init(_ membership: Membership) {
        isObserved = membership.group.isObserved
        issuer = isObserved ? RequestIssuer(membership) : nil
        activeCalls = membership.activeCallSnapshot
        propagated = membership.metadata?.propagated
    }

    /// Returns whether the callbacks of the request need only its group, and no further context.
    package static func isEmpty(_ membership: Membership) -> Bool {
        !membership.group.isObserved && !membership.member.hasContext
    }

    /// Returns the issuer of requests issued now; `nil` outside callbacks, and in a group that records no issuers.
    static func issuer(for group: RequestGroup) -> RequestIssuer? {
        group.isObserved ? CurrentContext.value.details.issuer : nil
    }

    /// Runs the closure in the captured context, and in the group.
    package func run(in group: RequestGroup? = nil, _ body: () -> Void) {
        let group = group?.isGrouping == true ? group : nil
        guard isObserved || propagated != nil else {
            if activeCalls == nil, let group { return group.runCallback(body) }
            return ActiveCalls.bind(activeCalls) {
                if let group { group.run(body) } else { body() }
            }
        }
        ActiveCalls.bind(activeCalls) { context(in: group).run { propagated.bind(body) } }
    }

    /// Returns the context to bind: one for issuer, task-locals and group together, because each binding allocates.
    private func context(in group: RequestGroup?) -> CurrentContext {
        CurrentContext.value.changing(to: group) {
            if isObserved { $0.issuer = issuer }
            if let propagated { $0.propagated = propagated.taskLocals }
        }
    }

    /// Runs the asynchronous closure in the captured context and the group, on the caller's actor.
    func run<Result>(
        in group: RequestGroup,
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

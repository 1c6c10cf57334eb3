/// A snapshot of the context (issuer, active calls, propagated task-locals) for work that runs later.
///
/// Without observers, active calls and propagated task-locals, the snapshot is empty and almost free.
package struct ContextSnapshot: Sendable {
    private let request: RequestIssuer?
    private let isObserved: Bool
    private let activeCalls: ActiveCallSnapshot?
    private let propagated: PropagatedValues?

    package init(for group: RequestGroup?, propagating propagated: PropagatedValues? = nil) {
        self.propagated = propagated
        isObserved = group?.isObserved ?? false
        request = isObserved ? CurrentContext.value.details.issuer : nil
        activeCalls = ActiveCalls.capture()
    }

    /// Makes the context of the request's callbacks; in this context, the request is the issuer.
    package init(_ membership: Membership) {
        isObserved = membership.group.isObserved
        request = isObserved ? membership.asIssuer : nil
        activeCalls = membership.activeCallSnapshot
        propagated = membership.metadata?.propagated
    }

    /// Returns whether the callbacks of the request need no captured context.
    package static func isEmpty(_ membership: Membership) -> Bool {
        !membership.group.isObserved && !membership.member.hasContext
    }

    /// Returns the issuer of requests issued now; `nil` in a group's body and in a group without observers.
    static func request(for group: RequestGroup) -> RequestIssuer? {
        group.isObserved ? CurrentContext.value.details.issuer : nil
    }

    /// Runs the closure with the captured task-locals, but without the captured issuer and active calls.
    package func propagate<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try propagated.run(body)
    }

    package func run<Result, Failure: Error>(
        in group: RequestGroup? = nil,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let propagated else { return try runWithActiveCalls(in: group, body) }
        return try propagated.run { () throws(Failure) in try runWithActiveCalls(in: group, body) }
    }

    @inline(__always)
    private func runWithActiveCalls<Result, Failure: Error>(
        in group: RequestGroup?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try ActiveCalls.bind(activeCalls) { () throws(Failure) in
            guard isObserved else {
                if let group { return try group.run(body) }
                return try body()
            }
            // The group and the issuer share one binding, because each binding allocates.
            return try CurrentContext.value.changing(to: group) { $0.issuer = request }.run(body)
        }
    }

    /// A copy of `run` for the fast path; the copy is not generic, because generic code is slower.
    package func runCallback(in group: RequestGroup, _ callback: () -> Void) {
        if isObserved || activeCalls != nil || propagated != nil || ActiveCalls.hasEntries
            || group.hasOperations
        {
            run(in: group, callback)
        } else {
            group.runCallback(callback)
        }
    }

    /// Runs a callback in the group, for a request whose callbacks need no context.
    package static func runPlainCallback(in group: RequestGroup, _ callback: () -> Void) {
        if group.hasOperations || !ActiveCallStack.isEmptyHere(group.stackKey) {
            ActiveCalls.bind(nil) { group.run(callback) }
        } else {
            group.runCallback(callback)
        }
    }

    /// Runs the asynchronous closure in the captured context, on the caller's actor.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let propagated else { return try await runWithActiveCalls(body) }
        return try await propagated.run {
            _ = isolation
            return try await runWithActiveCalls(body)
        }
    }

    private func runWithActiveCalls<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await ActiveCalls.bind(activeCalls) {
            // Capturing the isolated parameter keeps this closure on the caller's actor.
            _ = isolation
            guard isObserved else { return try await body() }
            return try await CurrentContext.value.changing { $0.issuer = request }.run {
                _ = isolation
                return try await body()
            }
        }
    }
}

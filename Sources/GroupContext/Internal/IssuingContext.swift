/// A snapshot of the context (issuer, active calls, propagated task-locals), captured when work is delayed
/// and restored when it runs.
///
/// It is empty, and almost free, where the group has no observers and no call is active.
package struct IssuingContext: Sendable {
    private let request: IssuingRequest?
    private let isObserved: Bool
    private let handed: HandedContext?
    private let carried: CapturedTaskLocals?

    /// Captures the current context for requests of the group.
    package init(for group: RequestGroup?, carrying carried: CapturedTaskLocals? = nil) {
        self.carried = carried
        isObserved = group?.isObserved ?? false
        request = isObserved ? CurrentContext.value.details.issuer : nil
        handed = HandedRequest.capture()
    }

    /// Makes the context of the request's callbacks, in which the request is the issuer.
    package init(_ membership: Membership) {
        isObserved = membership.group.isObserved
        request = isObserved ? membership.asIssuer : nil
        handed = membership.handedContext
        carried = membership.issue?.carried
    }

    /// Returns whether the callbacks of the request need no context, as is true for nearly all requests.
    package static func isEmpty(_ membership: Membership) -> Bool {
        !membership.group.isObserved && !membership.member.hasContext
    }

    /// Returns the issuer of requests that are issued now; `nil` in the body of a group, or in a group
    /// without observers.
    static func request(for group: RequestGroup) -> IssuingRequest? {
        group.isObserved ? CurrentContext.value.details.issuer : nil
    }

    /// Runs the closure with the propagated task-locals only.
    package func carry<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try carried.run(body)
    }

    /// Runs the closure in the captured context.
    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let carried else { return try runHanded(body) }
        return try carried.run { () throws(Failure) in try runHanded(body) }
    }

    @inline(__always)
    private func runHanded<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try HandedRequest.bind(handed) { () throws(Failure) in
            guard isObserved else { return try body() }
            return try CurrentContext.value.changing { $0.issuer = request }.run(body)
        }
    }

    /// Runs a callback in the group and the captured context.
    ///
    /// A copy of `run` for the hot path: it is not generic, so nothing is instantiated at run time.
    package func runCallback(in group: RequestGroup, _ callback: () -> Void) {
        if isObserved || handed != nil || carried != nil || HandedRequest.isBeingHanded
            || group.hasOperations
        {
            run { group.run(callback) }
        } else {
            group.runCallback(callback)
        }
    }

    /// Runs a callback in the group, for a request whose callbacks need no context.
    package static func runPlainCallback(in group: RequestGroup, _ callback: () -> Void) {
        if group.hasOperations || !HandedStack.isEmptyHere(group.stackKey) {
            HandedRequest.bind(nil) { group.run(callback) }
        } else {
            group.runCallback(callback)
        }
    }

    /// Runs the asynchronous closure in the captured context, on the caller's actor.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let carried else { return try await runHanded(body) }
        return try await carried.run {
            _ = isolation
            return try await runHanded(body)
        }
    }

    private func runHanded<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await HandedRequest.bind(handed) {
            // Capturing the isolated parameter keeps this closure on its actor.
            _ = isolation
            guard isObserved else { return try await body() }
            return try await CurrentContext.value.changing { $0.issuer = request }.run {
                _ = isolation
                return try await body()
            }
        }
    }
}

/// What holds for whatever is issued here and now: taken where work is put off, and restored around it.
///
/// Nothing where nobody observes and nothing is being handed over, so that nobody pays.
package struct IssuingContext: Sendable {
    @TaskLocal private static var current: IssuingRequest?

    /// Who issues it.
    private let request: IssuingRequest?
    private let isObserved: Bool
    /// What it is a part of.
    private let handed: HandedContext?
    /// What goes along with it of the app.
    private let carried: CapturedTaskLocals?

    /// Takes what holds here and now for the group.
    package init(for group: RequestGroup?, carrying carried: CapturedTaskLocals? = nil) {
        self.carried = carried
        isObserved = group?.isObserved ?? false
        request = isObserved ? Self.current : nil
        handed = HandedRequest.capture()
    }

    /// What holds in the callbacks of the request: what is issued there, it has issued.
    package init(_ membership: Membership) {
        isObserved = membership.group.isObserved
        request = isObserved ? membership.asIssuer : nil
        handed = membership.handedContext
        carried = membership.issue?.carried
    }

    /// Whether nothing holds in the callbacks of the request, as of nearly all.
    package static func isEmpty(_ membership: Membership) -> Bool {
        !membership.group.isObserved && !membership.member.hasContext
    }

    /// Who issues for the group here and now; `nil` for a body, or where nobody observes.
    static func request(for group: RequestGroup) -> IssuingRequest? {
        group.isObserved ? Self.current : nil
    }

    /// Runs the closure with what goes along of the app, and nothing else.
    package func carry<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try carried.run(body)
    }

    /// Runs the closure with what was taken.
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
            // The function to bind with rethrows `any Error`; a `Result` carries the type across.
            return try Self.$current.withValue(request) {
                Swift.Result { () throws(Failure) in try body() }
            }
            .get()
        }
    }

    /// Runs a callback in the group with what was taken.
    ///
    /// The same as `run`, for the hot path: not generic, so nothing is instantiated at run time.
    package func runCallback(in group: RequestGroup, _ callback: () -> Void) {
        if isObserved || handed != nil || carried != nil || HandedRequest.isBeingHanded
            || group.hasOperations
        {
            run { group.run(callback) }
        } else {
            group.runCallback(callback)
        }
    }

    /// Runs a callback in the group where nothing was taken, as of nearly all.
    package static func runPlainCallback(in group: RequestGroup, _ callback: () -> Void) {
        let (mayBeCurrent, isHanded) = group.shared.withLock {
            ($0.state.isCurrentSomewhere, $0.state.operations > 0)
        }
        if isHanded || !HandedStack.isEmptyHere(group.stackKey) {
            HandedRequest.bind(nil) { group.run(callback) }
        } else {
            group.runCallback(mayBeCurrent: mayBeCurrent, callback)
        }
    }

    /// Runs the asynchronous closure with what was taken, on the caller's actor.
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
            // What captures an isolated parameter stays on its actor.
            _ = isolation
            guard isObserved else { return try await body() }
            return try await Self.$current.withValue(request) {
                _ = isolation
                return try await body()
            }
        }
    }
}

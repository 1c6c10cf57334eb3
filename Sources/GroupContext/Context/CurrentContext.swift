/// The context of the running code: the group, and details that few contexts have.
///
/// All parts share one task-local, because each lookup of an unbound task-local searches all bindings.
enum CurrentContext: Sendable {
    /// The group that requests join; a placeholder outside any group.
    case plain(RequestGroup)
    case detailed(GroupAndDetails)

    @TaskLocal static var value = CurrentContext.plain(.ungrouped)

    struct Details: Sendable {
        /// The request whose callback is running, if its group has observers.
        var issuer: RequestIssuer?
        /// The requests whose asynchronous operations are running in this task, innermost first.
        var operation: ActiveCallSnapshot?
        /// The task-locals that are propagated into the running callback.
        var propagated: PropagatedTaskLocals?
    }

    /// A class, so that every context has the size of a reference.
    final class GroupAndDetails: Sendable {
        fileprivate let group: RequestGroup
        fileprivate let details: Details

        fileprivate init(_ group: RequestGroup, _ details: Details) {
            self.group = group
            self.details = details
        }
    }

    var group: RequestGroup {
        switch self {
        case .plain(let group): group
        case .detailed(let context): context.group
        }
    }

    var details: Details {
        switch self {
        case .plain: Details()
        case .detailed(let context): context.details
        }
    }

    func entering(_ group: RequestGroup) -> CurrentContext {
        switch self {
        case .plain: .plain(group)
        case .detailed(let context): .detailed(GroupAndDetails(group, context.details))
        }
    }

    func changing(
        to group: RequestGroup? = nil,
        _ change: (inout Details) -> Void
    ) -> CurrentContext {
        var details = details
        change(&details)
        return .detailed(GroupAndDetails(group ?? self.group, details))
    }

    func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withValue` rethrows `any Error`, so the closure returns a `Result`, which keeps the type of the error.
        try Self.$value.withValue(self) {
            Swift.Result { () throws(Failure) in try body() }
        }
        .get()
    }

    /// Runs the asynchronous closure in this context, on the caller's actor; the closure captures an isolated
    /// parameter, because `withValue` would leave that actor.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$value.withValue(self) {
            _ = isolation
            return try await body()
        }
    }
}

/// The context of the running code: the current group, and details that few contexts have.
///
/// Group and details share one task-local, because looking up an unbound task-local searches all bindings of the task.
enum CurrentContext: Sendable {
    /// The group that requests join; outside any group, the placeholder `ungrouped` or `excluded`.
    case plain(RequestGroup)
    case detailed(GroupAndDetails)

    @TaskLocal static var value = CurrentContext.plain(.ungrouped)

    struct Details: Sendable {
        /// The request whose callback is running, if the group of the request records issuers.
        var issuer: RequestIssuer?
        /// The requests whose asynchronous operations are running in this task, innermost first.
        var operation: ActiveCalls?
        /// The task-locals that are propagated into the running callback.
        var propagated: PropagatedTaskLocals?
    }

    /// A group and details in one object, so that every context has the size of a reference.
    final class GroupAndDetails: Sendable {
        let group: RequestGroup
        let details: Details

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
        if case .detailed(let context) = self { context.details } else { Details() }
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

    func run(_ body: () -> Void) {
        Self.$value.withValue(self) { body() }
    }

    /// Runs the asynchronous closure in this context, on the caller's actor.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$value.withValue(self) {
            // Capturing the isolated parameter keeps this closure on the caller's actor.
            _ = isolation
            return try await body()
        }
    }
}

/// Runs the closure in the scope, and returns its value or throws its error.
///
/// A scope takes a closure without a result, because generic code is slower, and because `TaskLocal.withValue` loses
/// the type of an error. So this function stores the result meanwhile. `scope` is escaping, because Swift does not pass
/// a closure that captures the nonescaping `body` to a nonescaping closure.
package func result<Value, Failure: Error>(
    of body: () throws(Failure) -> Value,
    in scope: @escaping (() -> Void) -> Void
) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    scope { result = Result { () throws(Failure) in try body() } }
    guard let result else { preconditionFailure("The scope has not run its body.") }
    return try result.get()
}

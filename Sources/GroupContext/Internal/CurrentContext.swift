/// The context of the running code: the group, and details that few contexts have.
///
/// It is one task-local, because looking up a task-local that is not bound takes as long as the chain of bindings, which
/// is long in deeply nested groups.
enum CurrentContext: Sendable {
    /// The group that requests join; a placeholder outside any group.
    case plain(RequestGroup)
    case detailed(Detailed)

    @TaskLocal static var value = CurrentContext.plain(.ungrouped)

    struct Details: Sendable {
        /// The request whose callback is running, if its group has observers.
        var issuer: IssuingRequest?
        /// The calls whose asynchronous operations are running in this task, innermost first.
        var operation: HandedContext?
        /// The task-locals that are propagated into the running callback.
        var carried: CarriedTaskLocals?
    }

    /// An object, so that every context has the size of a reference.
    final class Detailed: Sendable {
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

    /// Returns the same context in another group.
    func entering(_ group: RequestGroup) -> CurrentContext {
        switch self {
        case .plain: .plain(group)
        case .detailed(let context): .detailed(Detailed(group, context.details))
        }
    }

    /// Returns the same context with other details.
    func changing(_ change: (inout Details) -> Void) -> CurrentContext {
        var details = details
        change(&details)
        return .detailed(Detailed(group, details))
    }

    /// Runs the closure in this context.
    func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withValue` rethrows `any Error`; a `Result` keeps the type of the error.
        try Self.$value.withValue(self) {
            Swift.Result { () throws(Failure) in try body() }
        }
        .get()
    }

    /// Runs the asynchronous closure in this context, on the caller's actor.
    ///
    /// The closure passed to `withValue` leaves the caller's actor unless it captures an isolated parameter; so
    /// does a function value.
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

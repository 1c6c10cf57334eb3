/// The context of the running code: the group, and details that few contexts have.
///
/// It is one task-local, because looking up a task-local that is not bound takes as long as the chain of bindings, which
/// is long in deeply nested groups.
struct CurrentContext: Sendable {
    @TaskLocal static var value = CurrentContext(.ungrouped)

    /// The group that requests join; a placeholder outside any group.
    let group: RequestGroup
    /// An object, so that a context without details is cheap to bind and to read.
    private let box: Box?

    var details: Details { box?.details ?? Details() }

    /// Makes a context without details.
    init(_ group: RequestGroup) {
        self.group = group
        box = nil
    }

    private init(_ group: RequestGroup, _ box: Box?) {
        self.group = group
        self.box = box
    }

    struct Details: Sendable {
        /// The request whose callback is running, if its group has observers.
        var issuer: IssuingRequest?
        /// The calls whose asynchronous operations are running in this task, innermost first.
        var operation: HandedContext?
        /// The task-locals that are propagated into the running callback.
        var carried: CarriedTaskLocals?
    }

    private final class Box: Sendable {
        let details: Details

        init(_ details: Details) {
            self.details = details
        }
    }

    /// Returns the same context in another group.
    func entering(_ group: RequestGroup) -> CurrentContext { CurrentContext(group, box) }

    /// Returns the same context with other details.
    func changing(_ change: (inout Details) -> Void) -> CurrentContext {
        var details = details
        change(&details)
        return CurrentContext(group, Box(details))
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

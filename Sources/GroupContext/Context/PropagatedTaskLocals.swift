/// Task-locals of the app, such as the metadata of a logger, that are propagated with a client's requests.
///
/// A task-local follows tasks, not callbacks: a callback on a client's own queue does not see the task-local. In
/// each callback of a request, a propagated task-local has the value that it had where the request was issued.
///
/// ```swift
/// let settings = InterceptionSettings {
///     $0.propagated = PropagatedTaskLocals(Session.$current, Log.$metadata)
/// }
/// let network = InterceptingClient(NetworkTool.shared, settings: settings)
/// ```
public struct PropagatedTaskLocals: Sendable {
    private typealias Capture =
        @Sendable (PropagatedTaskLocals, _ others: PropagatedValues?) -> PropagatedValues

    /// A closure for each task-local, which prepends the value of the task-local to a snapshot.
    private var captures: [Capture] = []

    /// Creates the list of task-locals to propagate, from their projected values, such as `$current`.
    public init<each Value: Sendable>(_ local: repeat TaskLocal<each Value>) {
        repeat captures.append(Self.capture(each local))
    }

    private static func capture<Value: Sendable>(_ local: TaskLocal<Value>) -> Capture {
        { PropagatedValue(of: $0, local, before: $1) }
    }

    package func captured() -> PropagatedValues {
        captures.reversed().reduce(nil) { others, capture in capture(self, others) }
            ?? PropagatedValues(of: self)
    }
}

/// A snapshot of the values of propagated task-locals.
///
/// A class, because most requests have no propagated task-locals, and a `nil` reference is cheap to copy. Each instance
/// of the subclass binds one value; an instance of this class is the snapshot of an empty list.
package class PropagatedValues: @unchecked Sendable {
    // Unchecked, because the class has a subclass. The stored properties of both classes are Sendable constants.

    /// The task-locals, so that a `CapturedGroup` that is created in a callback captures their current values.
    final let taskLocals: PropagatedTaskLocals

    fileprivate init(of taskLocals: PropagatedTaskLocals) {
        self.taskLocals = taskLocals
    }

    fileprivate func bind(_ body: () -> Void) {
        body()
    }

    fileprivate func bind<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await body()
    }
}

/// The value of one task-local, and the values of the task-locals that follow in the list.
private final class PropagatedValue<Value: Sendable>: PropagatedValues, @unchecked Sendable {
    private let local: TaskLocal<Value>
    private let value: Value
    private let others: PropagatedValues?

    init(
        of taskLocals: PropagatedTaskLocals,
        _ local: TaskLocal<Value>,
        before others: PropagatedValues?
    ) {
        (self.local, self.value, self.others) = (local, local.get(), others)
        super.init(of: taskLocals)
    }

    override func bind(_ body: () -> Void) {
        local.withValue(value) { others.bind(body) }
    }

    override func bind<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await local.withValue(value) {
            _ = isolation
            return try await others.bind(isolation: isolation, body)
        }
    }
}

extension PropagatedValues? {
    /// Runs the closure with these values; groups that the closure captures or opens propagate the task-locals.
    package func run(_ body: () -> Void) {
        guard let taskLocals = self?.taskLocals else { return body() }
        CurrentContext.value.changing { $0.propagated = taskLocals }.run { bind(body) }
    }

    /// Runs the closure with these values, and returns its result.
    package func run<Result>(_ body: () -> Result) -> Result {
        result(of: body) { run($0) }
    }

    /// Runs the closure with these values, without changing the current context.
    func bind(_ body: () -> Void) {
        guard let self else { return body() }
        self.bind(body)
    }

    func bind<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let self else { return try await body() }
        return try await self.bind(isolation: isolation, body)
    }
}

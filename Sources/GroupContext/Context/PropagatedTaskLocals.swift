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
    private let locals: [any PropagatedTaskLocal]

    /// Creates the list of task-locals to propagate, from their projected values, such as `$current`.
    public init<each Value: Sendable>(_ local: repeat TaskLocal<each Value>) {
        var locals: [any PropagatedTaskLocal] = []
        repeat locals.append(each local)
        self.locals = locals
    }

    /// The current values of the task-locals that the running callback propagates; `nil` if there are none.
    package static var capturedHere: PropagatedValues? {
        CurrentContext.value.details.propagated?.captured()
    }

    package func captured() -> PropagatedValues {
        PropagatedValues(of: self, locals.map { $0.captured() })
    }
}

/// A snapshot of the values of propagated task-locals.
///
/// A class, because most requests have no propagated task-locals, and a `nil` reference is cheap to copy.
package final class PropagatedValues: Sendable {
    /// The task-locals, stored because a `CapturedGroup` that is created in a callback captures their values at that time.
    let taskLocals: PropagatedTaskLocals
    private let values: [any PropagatedValue]

    fileprivate init(of taskLocals: PropagatedTaskLocals, _ values: [any PropagatedValue]) {
        (self.taskLocals, self.values) = (taskLocals, values)
    }

    fileprivate func bind(_ body: () -> Void) {
        bind(values[...], body)
    }

    private func bind(_ values: ArraySlice<any PropagatedValue>, _ body: () -> Void) {
        guard let value = values.first else { return body() }
        value.bind { bind(values.dropFirst(), body) }
    }

    fileprivate func bind<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await bind(values[...], isolation: isolation, body)
    }

    private func bind<Result>(
        _ values: ArraySlice<any PropagatedValue>,
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let value = values.first else { return try await body() }
        return try await value.bind(isolation: isolation) {
            _ = isolation
            return try await bind(values.dropFirst(), isolation: isolation, body)
        }
    }
}

extension PropagatedValues? {
    /// Runs the closure with these values; groups that the closure captures or opens propagate the task-locals.
    package func run(_ body: () -> Void) {
        guard let taskLocals = self?.taskLocals else { return body() }
        CurrentContext.value.changing { $0.propagated = taskLocals }.run { bind(body) }
    }

    /// Runs the closure in the same way as the method above, and returns the result of the closure.
    package func run<Result>(_ body: () -> Result) -> Result {
        var result: Swift.Result<Result, Never>?
        run { result = .success(body()) }
        return result.get()
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

private protocol PropagatedTaskLocal: Sendable {
    func captured() -> any PropagatedValue
}

extension TaskLocal: PropagatedTaskLocal {
    fileprivate func captured() -> any PropagatedValue {
        TaskLocalValue(local: self, value: get())
    }
}

private protocol PropagatedValue: Sendable {
    func bind(_ body: () -> Void)
    func bind<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result
}

private struct TaskLocalValue<Value: Sendable>: PropagatedValue {
    let local: TaskLocal<Value>
    let value: Value

    func bind(_ body: () -> Void) {
        local.withValue(value) { body() }
    }

    func bind<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await local.withValue(value) {
            _ = isolation
            return try await body()
        }
    }
}

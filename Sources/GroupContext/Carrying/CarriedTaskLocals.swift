/// Task-locals of the app that are propagated with the requests of a client, such as a trace or the metadata
/// of a logger.
///
/// A task-local follows tasks, not callbacks: a callback on a client's own queue does not see it. A
/// propagated task-local has the same value in each callback of a request as at the point of issue.
///
/// ```swift
/// let settings = InterceptionSettings {
///     $0.carried = CarriedTaskLocals(Session.$current, Log.$metadata)
/// }
/// let network = InterceptingClient(NetworkTool.shared, settings: settings)
/// ```
public struct CarriedTaskLocals: Sendable {
    private let locals: [any CarriedTaskLocal]

    /// Makes the list of task-locals to propagate, from their projected values, such as `$current`.
    ///
    /// - Parameter local: The task-locals.
    public init<each Value: Sendable>(_ local: repeat TaskLocal<each Value>) {
        var locals: [any CarriedTaskLocal] = []
        repeat locals.append(each local)
        self.locals = locals
    }

    /// The current values of the task-locals that are propagated into the running callback, if any.
    package static var capturedHere: CapturedTaskLocals? {
        CurrentContext.value.details.carried?.captured()
    }

    package func captured() -> CapturedTaskLocals {
        CapturedTaskLocals(names: self, values: locals.map { $0.captured() })
    }
}

/// A snapshot of the values of propagated task-locals.
package struct CapturedTaskLocals: Sendable {
    /// The task-locals, whose values are captured again for requests that a callback issues.
    fileprivate let names: CarriedTaskLocals
    fileprivate let values: [any CapturedTaskLocal]

    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try CurrentContext.value.changing { $0.carried = names }.run { () throws(Failure) in
            // A `Result` keeps the type of the error, which `withValue` rethrows as `any Error`.
            try bind(values[...]) { Swift.Result { () throws(Failure) in try body() } }.get()
        }
    }

    /// Runs the asynchronous closure with the captured values, on the caller's actor.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await CurrentContext.value.changing { $0.carried = names }.run {
            // Capturing the isolated parameter keeps this closure on its actor.
            _ = isolation
            return try await bind(values[...], isolation: isolation, body)
        }
    }

    private func bind<Result>(
        _ values: ArraySlice<any CapturedTaskLocal>,
        _ body: () -> Result
    ) -> Result {
        guard let value = values.first else { return body() }
        return value.bind { bind(values.dropFirst(), body) }
    }

    private func bind<Result>(
        _ values: ArraySlice<any CapturedTaskLocal>,
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

extension CapturedTaskLocals? {
    /// Runs the closure with the captured values, if there are any.
    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let self else { return try body() }
        return try self.run(body)
    }
}

/// A task-local of any type.
private protocol CarriedTaskLocal: Sendable {
    func captured() -> any CapturedTaskLocal
}

extension TaskLocal: CarriedTaskLocal {
    fileprivate func captured() -> any CapturedTaskLocal {
        CapturedValue(local: self, value: get())
    }
}

/// A task-local of any type and its captured value.
private protocol CapturedTaskLocal: Sendable {
    func bind<Result>(_ body: () -> Result) -> Result
    func bind<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result
}

private struct CapturedValue<Value: Sendable>: CapturedTaskLocal {
    let local: TaskLocal<Value>
    let value: Value

    func bind<Result>(_ body: () -> Result) -> Result {
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

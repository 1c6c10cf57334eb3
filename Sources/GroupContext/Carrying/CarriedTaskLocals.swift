// Carrying: what an app keeps in task-locals of its own, and what makes that go along with a request.

/// Task-locals of the app that go along with the requests of a client: a trace, the metadata of a logger.
///
/// A task-local follows tasks, not callbacks: what a client calls back on a queue of its own sees none of it. Those
/// that are named here have the values in each callback of a request that they had where it was issued.
///
/// ```swift
/// let settings = InterceptionSettings(carrying: Session.$current, Log.$metadata)
/// let network = InterceptingClient(NetworkTool.shared, settings: settings)
/// ```
public struct CarriedTaskLocals: Sendable {
    /// Those that are carried in the callback that is running here, if any are.
    @TaskLocal fileprivate static var here: CarriedTaskLocals?

    private let locals: [any CarriedTaskLocal]

    /// Names the task-locals, by the projected value of each: `$current`.
    ///
    /// - Parameter local: the task-locals.
    public init<each Value: Sendable>(_ local: repeat TaskLocal<each Value>) {
        var locals: [any CarriedTaskLocal] = []
        repeat locals.append(each local)
        self.locals = locals
    }

    /// The values of those that are carried in the callback that is running here, if any are.
    package static var capturedHere: CapturedTaskLocals? { here?.captured() }

    /// The values of here and now.
    package func captured() -> CapturedTaskLocals {
        CapturedTaskLocals(names: self, values: locals.map { $0.captured() })
    }
}

/// The values of some task-locals, as they were somewhere.
package struct CapturedTaskLocals: Sendable {
    /// What is captured again where the values are bound.
    fileprivate let names: CarriedTaskLocals
    fileprivate let values: [any CapturedTaskLocal]

    /// Runs the closure with the values.
    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The function to bind with rethrows `any Error`; a `Result` carries the type across.
        try CarriedTaskLocals.$here.withValue(names) {
            bind(values[...]) { Swift.Result { () throws(Failure) in try body() } }
        }
        .get()
    }

    /// Runs the asynchronous closure with the values, on the caller's actor.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await CarriedTaskLocals.$here.withValue(names) {
            // What captures an isolated parameter stays on its actor.
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
    /// Runs the closure with the values, if there are any.
    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let self else { return try body() }
        return try self.run(body)
    }
}

/// A task-local, whatever its type.
private protocol CarriedTaskLocal: Sendable {
    /// Its value here and now.
    func captured() -> any CapturedTaskLocal
}

extension TaskLocal: CarriedTaskLocal {
    fileprivate func captured() -> any CapturedTaskLocal {
        CapturedValue(local: self, value: get())
    }
}

/// A task-local and a value of it, whatever its type.
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

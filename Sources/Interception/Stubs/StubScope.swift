// Scopes in which stubs answer requests.

import GroupContext

extension RequestStubs {
    /// The stubs of the enclosing scopes, innermost first.
    @TaskLocal static var scope: [RequestStubs] = []

    /// Restores a scope where the task-local is lost, as in a completion handler.
    static func bind<Result>(_ scope: [RequestStubs], _ body: () -> Result) -> Result {
        scope.isEmpty ? body() : $scope.withValue(scope) { body() }
    }
}

/// Answers the requests that the body issues through wrapped `URLSession`s with stubs.
///
/// The scope propagates to child tasks and `Task { }`, and to the handlers, delegates, validators and observers of
/// the requests that are issued in it. It does not propagate to the completion of a group, to a `CapturedGroup` or to
/// other threads: open it again there. Scopes nest: a request that the inner stubs do not match reaches the outer
/// ones. ``RequestStubs`` has an example.
///
/// - Parameters:
///   - stubs: the stubs of the scope.
///   - body: the closure that issues requests, called at once on the calling thread.
/// - Returns: the value that the body returns.
/// - Throws: the error that the body throws.
public func withRequestStubs<Value>(
    _ stubs: RequestStubs,
    body: () throws -> Value
) rethrows -> Value {
    try RequestStubs.$scope.withValue([stubs] + RequestStubs.scope) { try body() }
}

/// Answers the requests that an asynchronous body issues with stubs; stays on the caller's actor.
public func withRequestStubs<Value>(
    _ stubs: RequestStubs,
    isolation: isolated (any Actor)? = #isolation,
    body: () async throws -> Value
) async rethrows -> Value {
    try await RequestStubs.$scope.withValue([stubs] + RequestStubs.scope) {
        _ = isolation
        return try await body()
    }
}

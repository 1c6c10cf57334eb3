import GroupContext

extension RequestStubs {
    /// The stubs of the scopes around, the innermost first.
    @TaskLocal static var scope: [RequestStubs] = []

    /// Binds the scope again where it was lost, as in a handler.
    static func bind<Result>(_ scope: [RequestStubs], _ body: () -> Result) -> Result {
        scope.isEmpty ? body() : $scope.withValue(scope) { body() }
    }
}

/// Lets the stubs answer the requests that are issued in the body through wrapped `URLSession`s.
///
/// The scope goes into child tasks and `Task { }`, and into the handlers, delegates, validators and
/// observers of the requests that are issued in it. It does not go into the completion of a group, into a
/// `CapturedGroup`, nor to other threads: open it again there. Scopes can be nested: what the inner
/// stubs do not match comes to the outer ones. See ``RequestStubs`` for an example.
///
/// - Parameters:
///   - stubs: what answers.
///   - body: issues requests.
/// - Returns: what the body returns.
/// - Throws: what the body throws.
public func withRequestStubs<Value>(
    _ stubs: RequestStubs,
    body: () throws -> Value
) rethrows -> Value {
    try RequestStubs.$scope.withValue([stubs] + RequestStubs.scope) { try body() }
}

/// The asynchronous form; it stays on the caller's actor.
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

import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

// The scope in which stubs answer requests.
extension RequestStubs {
    /// The stubs in scope, innermost first.
    @TaskLocal static var scope: [RequestStubs] = []

    /// Runs the body with captured stubs, for example in a completion handler, where the task-local is lost.
    static func bind<Result>(_ scope: [RequestStubs], _ body: () -> Result) -> Result {
        scope.isEmpty ? body() : $scope.withValue(scope) { body() }
    }

    /// Returns a handler that runs with the stubs in scope now, for a task without a pipeline request.
    static func bound<Value>(
        _ handler: @escaping @Sendable (Value?, URLResponse?, (any Error)?) -> Void
    ) -> @Sendable (Value?, URLResponse?, (any Error)?) -> Void {
        let scope = scope
        if scope.isEmpty { return handler }
        return { value, response, error in bind(scope) { handler(value, response, error) } }
    }
}

/// Uses stubs to answer the requests that the body issues through wrapped `URLSession`s.
///
/// The scope propagates to child tasks and `Task { }`. The scope also propagates to the handlers, delegates and
/// validators of the requests that are issued in the scope, to the observers of their answers and to the completion of
/// a plan or a batch, but not to the completion of a group, to a `CapturedGroup` or to other threads; open the scope
/// again there. Scopes may be nested: a request that the inner stubs do not match reaches the outer stubs.
/// ``RequestStubs`` has an example.
public func withRequestStubs<Value>(
    _ stubs: RequestStubs,
    body: () throws -> Value
) rethrows -> Value {
    try RequestStubs.$scope.withValue([stubs] + RequestStubs.scope) { try body() }
}

/// Uses stubs to answer the requests that an asynchronous body issues; runs on the caller's actor.
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

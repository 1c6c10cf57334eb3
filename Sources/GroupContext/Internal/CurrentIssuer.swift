/// Who issues what is issued here and now: taken where work is put off, and restored around it.
///
/// Without anything in it where nobody observes, so that nobody pays.
package struct CurrentIssuer: Sendable {
    @TaskLocal private static var current: IssuingRequest?

    private let request: IssuingRequest?
    private let isObserved: Bool

    /// Takes who issues for the group here and now.
    package init(for group: RequestGroup?) {
        isObserved = group?.isObserved ?? false
        request = isObserved ? Self.current : nil
    }

    /// The request itself: what is issued in its callbacks, it has issued.
    package init(_ membership: Membership) {
        isObserved = membership.group.isObserved
        request = isObserved ? membership.asIssuer : nil
    }

    /// Who issues for the group here and now; `nil` for a body, or where nobody observes.
    static func request(for group: RequestGroup) -> IssuingRequest? {
        group.isObserved ? Self.current : nil
    }

    /// Runs the closure as who was taken.
    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isObserved else { return try body() }
        // The function to bind with rethrows `any Error`; a `Result` carries the type across.
        return try Self.$current.withValue(request) {
            Swift.Result { () throws(Failure) in try body() }
        }
        .get()
    }

    /// Runs a callback as who was taken.
    ///
    /// The same as `run`, for the hot path: not generic, so nothing is instantiated at run time.
    package func runCallback(_ callback: () -> Void) {
        if !isObserved { return callback() }
        Self.$current.withValue(request) { callback() }
    }

    /// Runs the asynchronous closure as who was taken, on the caller's actor.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard isObserved else { return try await body() }
        return try await Self.$current.withValue(request) {
            // What captures an isolated parameter stays on its actor.
            _ = isolation
            return try await body()
        }
    }
}

/// The request in whose callback something was issued.
///
/// Known in groups that somebody observes, see ``RequestGroupEvent/issuer``; nobody else pays for it.
public final class IssuingRequest: Sendable {
    /// What the request is called.
    public let label: String

    /// Its place in the order in which the requests of its group were issued, from 0.
    public let index: Int

    /// The name of its group, which need not be the group in which something was issued.
    public let groupName: String

    /// Its group, as long as somebody keeps it.
    ///
    /// Weak: a group keeps its observers, so one that remembers who issued what would keep it in turn.
    public weak let group: RequestGroup?

    init(_ membership: Membership, index: Int) {
        label = membership.label
        self.index = index
        group = membership.group
        groupName = membership.group.name
    }
}

extension IssuingRequest: CustomStringConvertible {
    /// The request in a few words, such as `#2 GET /feed`.
    public var description: String { "#\(index) \(label)" }
}

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

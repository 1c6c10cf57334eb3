public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A step of a ``RequestPipeline`` that changes a request before it is sent.
///
/// ```swift
/// let signing = PipelineAdapter { request in
///     var request = request
///     request.setValue(try signature(of: request), forHTTPHeaderField: "X-Signature")
///     return request
/// }
/// ```
public struct PipelineAdapter: Sendable {
    /// The adapter's function; its case determines when it runs and which arguments it gets.
    private enum Step {
        case issue(@Sendable (URLRequest) throws -> URLRequest)
        case start(@Sendable (URLRequest) async throws -> URLRequest)
        case issueAs(@Sendable (URLRequest, RequestIdentity) throws -> URLRequest)
        case startAs(@Sendable (URLRequest, RequestIdentity) async throws -> URLRequest)
    }

    private let step: Step

    /// Changes the request of a redirect before it is sent.
    var adaptRedirect: RedirectAdapter?

    /// Creates an adapter that runs when a request is issued.
    ///
    /// - Parameter adapt: returns the request to send, which may be a wholly different one. An error that it
    ///   throws fails the request, through its own handler. It is called once for each request, on the thread
    ///   that issues the request; after an ``atStart(_:)-((URLRequest)->URLRequest)`` adapter, it runs at the
    ///   start, too.
    public init(_ adapt: @escaping @Sendable (URLRequest) throws -> URLRequest) {
        step = .issue(adapt)
    }

    /// Creates an adapter that also receives the identity of the request, with its group and its trace.
    ///
    /// - Parameter adapt: returns the request to send, as for an adapter without an identity.
    public init(
        _ adapt: @escaping @Sendable (URLRequest, RequestIdentity) throws -> URLRequest
    ) {
        step = .issueAs(adapt)
    }

    private init(_ step: Step) {
        self.step = step
    }

    /// Returns an adapter that runs when a request starts: under a limit, when the request has its permit.
    ///
    /// Use it for a slow or short-lived value, such as a token that has to be fetched.
    ///
    /// ```swift
    /// let signing = PipelineAdapter.atStart { request in
    ///     var request = request
    ///     request.setValue(try await token(), forHTTPHeaderField: "Authorization")
    ///     return request
    /// }
    /// ```
    ///
    /// The adapter runs in the group of the request. Cancelling the request cancels the adapter's task, and
    /// ends the request without waiting for that task. A request that the adapter sends through the same client
    /// is a subrequest, needs no permit, and runs through this adapter, too: fetch a token with another
    /// session. Adapters that follow this one also run at the start.
    ///
    /// A session task cannot change after it was created, so the user gets a task of another session, as for a
    /// stub; see ``RequestPipeline``. A task without a handler, which reports to a delegate, fails with a
    /// ``DelegateTaskError``.
    ///
    /// - Parameter adapt: returns the request to send. An error that it throws fails the request, through its
    ///   own handler.
    /// - Returns: the adapter.
    public static func atStart(
        _ adapt: @escaping @Sendable (URLRequest) async throws -> URLRequest
    ) -> Self {
        Self(.start(adapt))
    }

    /// Returns an adapter that runs when a request starts, and also receives the request's identity.
    ///
    /// - Parameter adapt: returns the request to send, as for an adapter without an identity.
    /// - Returns: the adapter.
    public static func atStart(
        _ adapt: @escaping @Sendable (URLRequest, RequestIdentity) async throws -> URLRequest
    ) -> Self {
        Self(.startAs(adapt))
    }

    /// A Boolean value that indicates whether the adapter receives the identity of a request.
    var asksForIdentity: Bool {
        switch step {
        case .issue, .start: false
        case .issueAs, .startAs: true
        }
    }

    /// A Boolean value that indicates whether the adapter can run when a request is issued.
    var isForIssue: Bool {
        switch step {
        case .issue, .issueAs: true
        case .start, .startAs: false
        }
    }

    /// Returns the request to send, when it is issued; an adapter that runs at the start returns it unchanged.
    func adaptAtIssue(_ request: URLRequest, _ identity: RequestIdentity?) throws -> URLRequest {
        switch step {
        case .issue(let adapt): try adapt(request)
        case .issueAs(let adapt): try identity.map { try adapt(request, $0) } ?? request
        case .start, .startAs: request
        }
    }

    /// Returns the request to send, when it starts.
    func adaptAtStart(
        _ request: URLRequest,
        _ identity: RequestIdentity?
    ) async throws -> URLRequest {
        switch step {
        case .issue, .issueAs: return try adaptAtIssue(request, identity)
        case .start(let adapt): return try await adapt(request)
        case .startAs(let adapt):
            guard let identity else { return request }
            return try await adapt(request, identity)
        }
    }
}

// MARK: - Common arguments

extension PipelineAdapter {
    /// Returns an adapter that adds items to the query of every URL.
    ///
    /// The existing query does not change, and an item whose name it contains is not added. Names and values
    /// are percent-encoded, including `+` and `&`, and sorted by name. A URL without a host does not change.
    ///
    /// - Parameter items: the names and values, not encoded.
    /// - Returns: an adapter that throws `URLError.badURL` for a URL that cannot be split into components.
    public static func queryItems(_ items: [String: String]) -> Self {
        queryItems { _ in items }
    }

    /// Returns an adapter that adds items to the query of every URL, made anew for each request.
    ///
    /// - Parameter items: returns the names and values for a request, not encoded.
    /// - Returns: an adapter; see ``queryItems(_:)-([String:String])``.
    public static func queryItems(
        _ items: @escaping @Sendable (URLRequest) throws -> [String: String]
    ) -> Self {
        Self { request in
            var adapted = request
            adapted.url = try request.url?.adding(try items(request))
            return adapted
        }
    }

    /// Returns an adapter that sets header fields which the request does not have yet.
    ///
    /// - Parameter fields: the names and values.
    /// - Returns: the adapter.
    public static func headers(_ fields: [String: String]) -> Self {
        headers { _ in fields }
    }

    /// Returns an adapter that sets missing header fields, made anew for each request.
    ///
    /// - Parameter fields: returns the names and values for a request.
    /// - Returns: the adapter.
    public static func headers(
        _ fields: @escaping @Sendable (URLRequest) throws -> [String: String]
    ) -> Self {
        Self { request in
            var adapted = request
            for (name, value) in try fields(request)
            where request.value(forHTTPHeaderField: name) == nil {
                adapted.setValue(value, forHTTPHeaderField: name)
            }
            return adapted
        }
    }
}

extension URL {
    fileprivate func adding(_ items: [String: String]) throws -> URL {
        // A URL without a host, such as a `data:` URL, has no query.
        guard !items.isEmpty, host != nil else { return self }
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            throw URLError(.badURL)
        }
        let present = Set((components.queryItems ?? []).map(\.name))
        let added = items.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }
            .map { PercentEncoding.component($0.key) + "=" + PercentEncoding.component($0.value) }
        let query = [components.percentEncodedQuery].compactMap { $0 }.filter { !$0.isEmpty }
        components.percentEncodedQuery = (query + added).joined(separator: "&")
        guard let url = components.url else { throw URLError(.badURL) }
        return url
    }
}

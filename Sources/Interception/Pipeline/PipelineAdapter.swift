public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Changes a request before it goes out: one step of a ``RequestPipeline``.
///
/// ```swift
/// let signing = PipelineAdapter { request in
///     var request = request
///     request.setValue(try signature(of: request), forHTTPHeaderField: "X-Signature")
///     return request
/// }
/// ```
public struct PipelineAdapter: Sendable {
    /// When it runs, and what it returns in place of the request.
    private enum Step {
        case issue(@Sendable (URLRequest) throws -> URLRequest)
        case start(@Sendable (URLRequest) async throws -> URLRequest)
        case issueAs(@Sendable (URLRequest, RequestIdentity) throws -> URLRequest)
        case startAs(@Sendable (URLRequest, RequestIdentity) async throws -> URLRequest)
    }

    private let step: Step

    /// Changes the request that a redirect leads to, before it is sent.
    var adaptRedirect: RedirectAdapter?

    /// Makes an adapter.
    ///
    /// - Parameter adapt: returns what is to be sent instead, the same request or a wholly different
    ///   one. An error that it throws fails the request, through its own handler. It is called
    ///   once for each request, where that is issued, unless it comes after one that runs
    ///   ``atStart(_:)-((URLRequest)->URLRequest)``.
    public init(_ adapt: @escaping @Sendable (URLRequest) throws -> URLRequest) {
        step = .issue(adapt)
    }

    /// Makes an adapter that asks who the request is.
    ///
    /// - Parameter adapt: returns what is to be sent instead, from the request and what is known of it besides:
    ///   its identity, its group and its trace. Otherwise the same as without.
    public init(
        _ adapt: @escaping @Sendable (URLRequest, RequestIdentity) throws -> URLRequest
    ) {
        step = .issueAs(adapt)
    }

    private init(_ step: Step) {
        self.step = step
    }

    /// Changes each request when it starts: under a limit when it has its slot.
    ///
    /// Use it for what must be fresh or takes its time, such as a token that has to be fetched.
    ///
    /// ```swift
    /// let signing = PipelineAdapter.atStart { request in
    ///     var request = request
    ///     request.setValue(try await token(), forHTTPHeaderField: "Authorization")
    ///     return request
    /// }
    /// ```
    ///
    /// It runs in the group of the request. Its task is cancelled with the request, which ends at once: nobody
    /// waits for an adapter that does not heed that. What it sends through the same client is a part of the
    /// request, takes no slot, and comes here as well: send what fetches a token through another session. The
    /// adapters that come after it run at the start, too.
    ///
    /// A task of the session cannot be changed any more. So what its user holds is a task of another
    /// session, as where a stub answers; see ``RequestPipeline``. A task without a handler that reports to a
    /// delegate fails with a ``DelegateTaskError``.
    ///
    /// - Parameter adapt: returns what is to be sent instead. An error that it throws fails the request,
    ///   through its own handler.
    /// - Returns: the adapter.
    public static func atStart(
        _ adapt: @escaping @Sendable (URLRequest) async throws -> URLRequest
    ) -> Self {
        Self(.start(adapt))
    }

    /// Changes each request when it starts, and asks who the request is.
    ///
    /// - Parameter adapt: returns what is to be sent instead, from the request and what is known of it besides.
    ///   Otherwise the same as without.
    /// - Returns: the adapter.
    public static func atStart(
        _ adapt: @escaping @Sendable (URLRequest, RequestIdentity) async throws -> URLRequest
    ) -> Self {
        Self(.startAs(adapt))
    }

    /// Whether it asks who a request is.
    var asksForIdentity: Bool {
        switch step {
        case .issue, .start: false
        case .issueAs, .startAs: true
        }
    }

    /// Whether it can run where the request is issued.
    var isForIssue: Bool {
        switch step {
        case .issue, .issueAs: true
        case .start, .startAs: false
        }
    }

    /// Returns what is to be sent instead of a request that is issued; one for the start leaves it alone.
    func adaptAtIssue(_ request: URLRequest, _ identity: RequestIdentity?) throws -> URLRequest {
        switch step {
        case .issue(let adapt): try adapt(request)
        case .issueAs(let adapt): try identity.map { try adapt(request, $0) } ?? request
        case .start, .startAs: request
        }
    }

    /// Returns what is to be sent instead of a request that starts.
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
    /// Adds arguments to the query of every URL.
    ///
    /// The query that is there stays as it is, byte for byte; an argument that it has already is not
    /// added. Names and values are percent-encoded, `+` and `&` too, and added in the order of
    /// their names. A URL without a host is left alone.
    ///
    /// - Parameter items: names and values, not encoded.
    /// - Returns: an adapter, which throws `URLError.badURL` for a request whose URL has no parts.
    public static func queryItems(_ items: [String: String]) -> Self {
        queryItems { _ in items }
    }

    /// Adds arguments to the query of every URL that are found anew for each request.
    ///
    /// - Parameter items: returns names and values for a request, not encoded.
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

    /// Sets header fields that the request does not set itself.
    ///
    /// - Parameter fields: names and values.
    /// - Returns: the adapter.
    public static func headers(_ fields: [String: String]) -> Self {
        headers { _ in fields }
    }

    /// Sets header fields, found anew for each request, that the request does not set itself.
    ///
    /// - Parameter fields: returns names and values for a request.
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
        // What has no host, such as a URL that holds its data itself, has no query either.
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

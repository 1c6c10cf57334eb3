public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A closure that changes the request of a redirect.
typealias RedirectAdapter = @Sendable (URLRequest) -> URLRequest

/// A step of a ``RequestPipeline`` that changes a request before it is sent.
///
/// ```swift
/// let signing = PipelineAdapter { request, _ in
///     var request = request
///     request.setValue(try signature(of: request), forHTTPHeaderField: "X-Signature")
///     return request
/// }
/// ```
public struct PipelineAdapter: Sendable {
    /// The closure that runs when a request is issued; `nil` for an adapter that runs at the start.
    let adaptAtIssue: (@Sendable (URLRequest, RequestIdentity) throws -> URLRequest)?
    let adaptAtStart: @Sendable (URLRequest, RequestIdentity) async throws -> URLRequest

    var adaptRedirect: RedirectAdapter?
}

extension PipelineAdapter {
    /// Creates an adapter that runs when a request is issued.
    ///
    /// - Parameter adapt: receives a request and its identity, and returns the request to send, which may be
    ///   an entirely different request. If the closure throws, the request fails, and the request's
    ///   handler receives the error. The closure is called once for each request, on the thread that issues
    ///   the request. If the adapter follows an ``atStart(_:)`` adapter, the closure runs at the start
    ///   instead.
    public init(_ adapt: @escaping @Sendable (URLRequest, RequestIdentity) throws -> URLRequest) {
        self.init(adaptAtIssue: adapt, adaptAtStart: adapt)
    }

    /// Returns an adapter that runs when a request starts; under a limit, after the request has got its permit.
    ///
    /// Use such an adapter for a slow or short-lived value, such as a token that has to be fetched.
    ///
    /// ```swift
    /// let signing = PipelineAdapter.atStart { request, _ in
    ///     var request = request
    ///     request.setValue(try await token(), forHTTPHeaderField: "Authorization")
    ///     return request
    /// }
    /// ```
    ///
    /// The adapter runs in the group of the request. Cancelling the request cancels the adapter's task, and ends the
    /// request without waiting for that task. If the adapter sends a request through the same client, that request
    /// is a subrequest: it needs no permit, but runs through this adapter too. So fetch a token with another
    /// session, in `withoutRequestGroup`: in the group that request would need a permit, too, and with a limit it might
    /// wait for ever. Adapters that follow this adapter in the pipeline also run at the start.
    ///
    /// Because a session task cannot change after it was created, the user gets a task of another session, as for
    /// a stub; see ``RequestPipeline``. A task without a handler, which reports to a delegate, fails with
    /// an error that names the remedy.
    ///
    /// - Parameter adapt: receives a request and its identity, and returns the request to send. If the closure
    ///   throws, the request fails, and the request's handler receives the error.
    /// - Returns: the adapter.
    public static func atStart(
        _ adapt: @escaping @Sendable (URLRequest, RequestIdentity) async throws -> URLRequest
    ) -> Self {
        Self(adaptAtIssue: nil, adaptAtStart: adapt)
    }

    /// Returns an adapter that adds items to the query of every URL.
    ///
    /// The existing query does not change. An item is not added if the query already contains its name. Names and
    /// values are percent-encoded, including `+` and `&`, and sorted by name. A URL without a host does not change.
    ///
    /// - Parameter items: the closure that returns the names and values for a request, without percent-encoding. It
    ///   runs on the same thread as the closure of ``init(_:)``. If it throws, the request fails with the error.
    /// - Returns: an adapter that throws `URLError.badURL` for a URL that cannot be split into components.
    public static func queryItems(
        _ items: @escaping @Sendable (URLRequest) throws -> [String: String]
    ) -> Self {
        Self { request, _ in
            var adapted = request
            adapted.url = try request.url?.adding(try items(request))
            return adapted
        }
    }

    /// Returns an adapter that sets header fields, unless the request has a field of that name.
    public static func headers(_ fields: [String: String]) -> Self {
        Self { request, _ in
            var adapted = request
            for (name, value) in fields where request.value(forHTTPHeaderField: name) == nil {
                adapted.setValue(value, forHTTPHeaderField: name)
            }
            return adapted
        }
    }
}

extension URL {
    fileprivate func adding(_ items: [String: String]) throws -> URL {
        // Do not add items to a URL without a host, such as a `data:` URL, because the URL cannot have a query.
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

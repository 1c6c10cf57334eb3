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
    /// Returns what is to be sent instead of the request.
    package let adapt: @Sendable (URLRequest) throws -> URLRequest

    /// Makes an adapter.
    ///
    /// - Parameter adapt: returns what is to be sent instead, the same request or a wholly different
    ///   one. An error that it throws fails the request, through its own handler. It is called
    ///   once for each request, where that is issued.
    public init(_ adapt: @escaping @Sendable (URLRequest) throws -> URLRequest) {
        self.adapt = adapt
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

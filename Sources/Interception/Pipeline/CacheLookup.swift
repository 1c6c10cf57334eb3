#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The lookup of a request in a cache, with the epoch and the user of the cache at the time of issue.
struct CacheLookup: Sendable {
    private let cache: ResponseCache
    private let epoch: ResponseCache.Epoch
    private let user: String?
    var request: URLRequest

    init(of request: URLRequest, in cache: ResponseCache) {
        (self.request, self.cache) = (request, cache)
        (epoch, user) = cache.state.withLock { ($0.epoch, $0.user) }
    }

    /// A Boolean value that indicates whether the cache can probably answer; read before the request starts.
    var mayBeAnswered: Bool {
        guard let allowsExpired = request.cachePolicy.allowsExpired else { return false }
        return request.cachePolicy == .returnCacheDataDontLoad
            || cache.hasResponse(for: request, allowingExpired: allowsExpired)
    }

    /// The answer of the cache; `nil` if the request has to be sent.
    ///
    /// Reading a file blocks the thread. If the user of the cache has changed since the request was issued,
    /// the cache does not answer.
    var answer: LocalResponse? {
        guard let allowsExpired = request.cachePolicy.allowsExpired else { return nil }
        do throws(CacheMiss) {
            let response = try cache.response(for: request, allowingExpired: allowsExpired)
            guard cache.user == user else { throw CacheMiss(.otherUser) }
            return LocalResponse(.cache, .success(response))
        } catch {
            guard request.cachePolicy == .returnCacheDataDontLoad else { return nil }
            return LocalResponse(.rejection, .failure(error))
        }
    }

    func store(_ response: LoadedResponse) { cache.store(response, for: request, since: epoch) }
}

extension URLRequest.CachePolicy {
    /// `true` if the policy accepts expired responses; `nil` if the policy ignores the cache.
    fileprivate var allowsExpired: Bool? {
        switch self {
        case .useProtocolCachePolicy: false
        case .returnCacheDataElseLoad, .returnCacheDataDontLoad: true
        default: nil
        }
    }
}

extension URLRequest {
    /// Returns the request with the header fields and the cache policy of the session, unless the request has its own.
    func completed(by configuration: URLSessionConfiguration) -> URLRequest {
        var request = self
        for case (let name as String, let value) in configuration.httpAdditionalHeaders ?? [:]
        where request.value(forHTTPHeaderField: name) == nil {
            request.setValue("\(value)", forHTTPHeaderField: name)
        }
        if cachePolicy == .useProtocolCachePolicy {
            request.cachePolicy = configuration.requestCachePolicy
        }
        return request
    }
}

extension InterceptingClient where Base: URLSession {
    /// Returns the response that the cache of the pipeline has stored for a request.
    ///
    /// To show a stored response and then refresh it, read the cache first. Then issue the request with a
    /// policy that ignores the cache:
    ///
    /// ```swift
    /// var request = URLRequest(url: feed)
    /// if let old = try? session.cachedResponse(for: request, allowingExpired: true) { show(old) }
    /// request.cachePolicy = .reloadIgnoringLocalCacheData
    /// session.send(request) { result in show(result) }
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request. Adapters that run when a request is issued change it first.
    ///   - allowingExpired: `true` to accept a response that is older than its lifetime.
    /// - Returns: the response.
    /// - Throws: a `CacheMiss` with the reason, or the error of an adapter.
    public func cachedResponse(
        for request: URLRequest,
        allowingExpired: Bool = false
    ) throws -> LoadedResponse {
        guard let pipeline = interceptionSettings.pipeline, let cache = pipeline.cache else {
            throw CacheMiss(.absent)
        }
        let adapted = try pipeline.adapt(request, urlSession.nextIdentity)
            .completed(by: base.configuration)
        return try cache.response(for: adapted, allowingExpired: allowingExpired)
    }
}

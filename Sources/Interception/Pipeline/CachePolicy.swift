#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension ResponseCache {
    /// Returns whether the cache can probably answer the request; called before the request starts.
    func mayAnswer(_ request: URLRequest) -> Bool {
        guard let allowsExpired = request.cachePolicy.allowsExpired else { return false }
        return request.cachePolicy == .returnCacheDataDontLoad
            || hasResponse(for: request, allowingExpired: allowsExpired)
    }

    /// Returns the answer of the cache; `nil` if the request has to be sent.
    ///
    /// Reading a file blocks the thread. If the user of the cache has changed since the request was issued,
    /// the cache does not answer.
    func answer(to request: URLRequest, of user: String?) -> LocalResponse? {
        guard let allowsExpired = request.cachePolicy.allowsExpired else { return nil }
        do throws(CacheMiss) {
            let response = try self.response(for: request, allowingExpired: allowsExpired)
            guard self.user == user else { throw CacheMiss(.otherUser) }
            return LocalResponse(.cache, .success(response))
        } catch {
            guard request.cachePolicy == .returnCacheDataDontLoad else { return nil }
            return LocalResponse(.rejection, .failure(error))
        }
    }
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
        let adapted = try pipeline.adapt(request, session.nextIdentity)
            .completed(by: base.configuration)
        return try cache.response(for: adapted, allowingExpired: allowingExpired)
    }
}

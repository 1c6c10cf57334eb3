#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

// What the cache policy of a request means to the cache of a pipeline.

extension ResponseCache {
    /// The answer of the cache, or `nil` if the request has to go out.
    ///
    /// - Throws: why there is none, if the request must not go out.
    func answer(to request: URLRequest) throws -> ReadyAnswer? {
        let response: LoadedResponse? =
            switch request.cachePolicy {
            case .useProtocolCachePolicy: try? self.response(for: request, allowingExpired: false)
            case .returnCacheDataElseLoad: try? self.response(for: request, allowingExpired: true)
            case .returnCacheDataDontLoad:
                try self.response(for: request, allowingExpired: true)
            default: nil
            }
        return response.map { ReadyAnswer(.cache, .success($0)) }
    }
}

extension InterceptingClient where Base: URLSession {
    /// What the cache of the pipeline has stored for the request, without asking a server.
    ///
    /// To show what is there and then refresh it, read the cache first, and issue the request with
    /// the policy that asks the server in any case:
    ///
    /// ```swift
    /// var request = URLRequest(url: feed)
    /// if let old = try? session.cachedResponse(for: request, allowingExpired: true) { show(old) }
    /// request.cachePolicy = .reloadIgnoringLocalCacheData
    /// session.send(request) { result in show(result) }
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request, which the adapters of the pipeline change before it is looked up.
    ///   - allowingExpired: whether a response that is older than its lifetime will do.
    /// - Returns: the response.
    /// - Throws: `CacheMiss` with the reason why there is none; what an adapter throws.
    public func cachedResponse(
        for request: URLRequest,
        allowingExpired: Bool = false
    ) throws -> LoadedResponse {
        guard let pipeline = interceptionSettings.pipeline, let cache = pipeline.cache else {
            throw CacheMiss(.absent)
        }
        let adapted = try pipeline.adapt(request).with(base.configuration.httpAdditionalHeaders)
        return try cache.response(for: adapted, allowingExpired: allowingExpired)
    }
}

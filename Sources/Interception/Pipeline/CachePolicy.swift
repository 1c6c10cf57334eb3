#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

// What the cache policy of a request means to the cache of a pipeline.

extension ResponseCache {
    /// Whether the request need not go out, as far as is known before it starts.
    func mayAnswer(_ request: URLRequest) -> Bool {
        guard let allowsExpired = request.cachePolicy.allowsExpired else { return false }
        return request.cachePolicy == .returnCacheDataDontLoad
            || hasResponse(for: request, allowingExpired: allowsExpired)
    }

    /// The answer of the cache, or `nil` if the request has to go out.
    ///
    /// It blocks the thread for as long as a file takes to read.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - user: who issued it. What is stored for another user is not for its handler.
    /// - Returns: the answer.
    func answer(to request: URLRequest, of user: String?) -> ReadyAnswer? {
        guard let allowsExpired = request.cachePolicy.allowsExpired else { return nil }
        do throws(CacheMiss) {
            let response = try self.response(for: request, allowingExpired: allowsExpired)
            guard self.user == user else { throw CacheMiss(.otherUser) }
            return ReadyAnswer(.cache, .success(response))
        } catch {
            guard request.cachePolicy == .returnCacheDataDontLoad else { return nil }
            return ReadyAnswer(.refusal, .failure(error))
        }
    }
}

extension URLRequest.CachePolicy {
    /// Whether a stored response will do that is too old; `nil` if none will do.
    fileprivate var allowsExpired: Bool? {
        switch self {
        case .useProtocolCachePolicy: false
        case .returnCacheDataElseLoad, .returnCacheDataDontLoad: true
        default: nil
        }
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
    ///   - request: the request, which the adapters change before it is looked up, those of the start not.
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
        let adapted = try pipeline.adapt(request, session.identityOfNext)
            .completed(by: base.configuration)
        return try cache.response(for: adapted, allowingExpired: allowingExpired)
    }
}

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The lookup of a request in a cache, with the epoch and the user of the cache at the time of issue.
struct CacheLookup: Sendable {
    let request: URLRequest
    let cache: ResponseCache
    let epoch: ResponseCache.Epoch
    let user: String?

    var mayBeAnswered: Bool { cache.mayAnswer(request) }

    var answer: LocalResponse? { cache.answer(to: request, of: user) }

    func store(_ response: LoadedResponse) {
        cache.store(response, for: request, since: epoch)
    }
}

extension URLRequest {
    /// Returns the request with the session's additional header fields and with the session's cache policy.
    func completed(by configuration: URLSessionConfiguration) -> URLRequest {
        var request = self
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            guard let name = name as? String, request.value(forHTTPHeaderField: name) == nil else {
                continue
            }
            request.setValue("\(value)", forHTTPHeaderField: name)
        }
        if cachePolicy == .useProtocolCachePolicy {
            request.cachePolicy = configuration.requestCachePolicy
        }
        return request
    }
}

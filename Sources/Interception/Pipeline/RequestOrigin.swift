import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The context in which a request was issued, as far as the pipeline needs it.
struct RequestOrigin: Sendable {
    let settings: InterceptionSettings
    /// The stubs of the enclosing scopes.
    let scope: [RequestStubs]
    /// The propagated task-locals.
    let carried: CapturedTaskLocals?
    /// The identity of the request, if an adapter or an observer needs it.
    let identity: RequestIdentity?
    let configuration: @Sendable () -> URLSessionConfiguration
    /// The cache that may answer, with its epoch and its user when the request was issued.
    private let cache: (ResponseCache, epoch: ResponseCache.Epoch, user: String?)?

    /// Captures the context, before the adapters run: they may add the token of the cache's current user.
    init(
        settings: InterceptionSettings,
        scope: [RequestStubs],
        identity: RequestIdentity?,
        cache: ResponseCache?,
        configuration: @escaping @Sendable () -> URLSessionConfiguration
    ) {
        self.settings = settings
        self.scope = scope
        self.identity = identity
        carried = settings.carried?.captured()
        self.configuration = configuration
        self.cache = cache.map { cache in
            let (epoch, user) = cache.state.withLock { ($0.epoch, $0.user) }
            return (cache, epoch, user)
        }
    }

    /// Runs the closure with the stubs of the enclosing scopes and the propagated task-locals.
    func bind<Result>(_ body: () -> Result) -> Result {
        carried.run { RequestStubs.bind(scope, body) }
    }

    func cached(_ request: URLRequest) -> CachedRequest? {
        guard let (cache, epoch, user) = cache else { return nil }
        let request = request.completed(by: configuration())
        return CachedRequest(request: request, cache: cache, epoch: epoch, user: user)
    }
}

/// A request that a cache may answer, with the cache's state when the request was issued.
struct CachedRequest: Sendable {
    let request: URLRequest
    let cache: ResponseCache
    let epoch: ResponseCache.Epoch
    let user: String?

    var mayBeAnswered: Bool { cache.mayAnswer(request) }

    var answer: ReadyAnswer? { cache.answer(to: request, of: user) }

    func store(_ response: LoadedResponse) {
        cache.store(response, for: request, since: epoch)
    }
}

extension URLRequest {
    /// Returns the request with the session's header fields, such as a token, and the session's cache policy.
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

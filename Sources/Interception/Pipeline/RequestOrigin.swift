import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where a request was issued, as far as that matters to what comes of it.
struct RequestOrigin: Sendable {
    let settings: InterceptionSettings
    /// The stubs of the scopes around.
    let scope: [RequestStubs]
    /// What goes along with it of the app.
    let carried: CapturedTaskLocals?
    /// Who it is, if an adapter or an observer asks.
    let identity: RequestIdentity?
    /// The configuration of its session.
    let configuration: @Sendable () -> URLSessionConfiguration
    /// The cache that may answer, and its moment.
    private let cache: (ResponseCache, epoch: ResponseCache.Epoch, user: String?)?

    /// To be made before the adapters run: with what they add the request is that of the user of this moment.
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

    /// Runs the closure with the stubs of the scopes around, and with what goes along of the app.
    func bind<Result>(_ body: () -> Result) -> Result {
        carried.run { RequestStubs.bind(scope, body) }
    }

    func cached(_ request: URLRequest) -> CachedRequest? {
        guard let (cache, epoch, user) = cache else { return nil }
        let request = request.completed(by: configuration())
        return CachedRequest(request: request, cache: cache, epoch: epoch, user: user)
    }
}

/// A request that a cache may answer, as it was when it was issued.
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
    /// The request with what its session adds to it as far as it matters to a cache: header fields, among
    /// which may be a token, and the cache policy.
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

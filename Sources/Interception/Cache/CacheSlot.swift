import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The place of one request in the cache, and the conditions that a stored response has to meet.
struct CacheSlot: Sendable {
    let key: CacheKey
    let request: URLRequest
    let url: URL
    let lifetime: Duration
    let user: String?
    let version: Int
    let epoch: ResponseCache.Epoch
    let appVersion: String

    /// Returns the reason why an entry does not match this slot, or `nil`; does not compare the age of the entry.
    func mismatch(_ metadata: CacheMetadata) -> CacheMiss.Reason? {
        if metadata.key != key.digest { return .corrupted }
        if metadata.appVersion != appVersion { return .otherAppVersion }
        if metadata.version != version { return .otherVersion }
        if metadata.user != user.map(key.salted) { return .otherUser }
        let fields = Self.varyingFields(metadata.headers)
        if metadata.variance != variance(by: fields) { return .otherHeaders }
        if dependsOnUnseenCookies(fields) { return .otherHeaders }
        return nil
    }

    /// Returns a digest of the request's header fields that `Vary` names; `nil` if it names none.
    func variance(by fields: [String]) -> String? {
        fields.isEmpty ? nil : key.salted(fields: fields, of: request)
    }

    /// Returns whether the response depends on cookies that a session adds after the lookup.
    func dependsOnUnseenCookies(_ fields: [String]) -> Bool {
        user == nil && request.httpShouldHandleCookies
            && request.value(forHTTPHeaderField: "Cookie") == nil && fields.contains("cookie")
    }

    /// Returns the names of the request's header fields that `Vary` lists, in lowercase.
    static func varyingFields(_ headers: [String: String]) -> [String] {
        // Compare the length first, because lowercasing every name would take long.
        headers.filter { $0.key.utf8.count == 4 && $0.key.lowercased() == "vary" }
            .flatMap { HeaderList.names(in: $0.value) }
            .sorted()
    }

    static func age(of date: Double, at now: Date) -> Duration {
        // Clamp the age, because a clock may return a date beyond the range of `Duration`.
        let seconds = now.timeIntervalSinceReferenceDate - date
        guard abs(seconds) < 1e15 else { return .seconds(seconds < 0 ? -1e15 : 1e15) }
        return .seconds(seconds)
    }
}

extension ResponseCache {
    /// Returns the slot for the current user and version; calls the closures of the app without holding a lock.
    func slot(for request: URLRequest) throws(CacheMiss) -> CacheSlot {
        func excluded(_ obstacle: String) -> CacheMiss {
            CacheMiss(.notCacheable, obstacle: obstacle)
        }
        guard let url = request.url else { throw excluded("it has no URL") }
        guard request.httpBodyStream == nil else { throw excluded("its body is a stream") }
        guard request.value(forHTTPHeaderField: "Range") == nil else {
            throw excluded("it requests a range")
        }
        if !configuration.storesAuthorizedRequests {
            if let field = request.credentialFields.first {
                throw excluded("it has credentials in the field \(field)")
            }
            if url.hasCredentials { throw excluded("it has credentials in its URL") }
        }
        guard let lifetime = lifetime(request), lifetime > .zero else {
            throw excluded("it has no lifetime")
        }
        let (user, version, epoch) = state.withLock { ($0.user, $0.version, $0.epoch) }
        return CacheSlot(
            key: CacheKey(of: request, url, hasUser: user != nil, configuration),
            request: request,
            url: url,
            lifetime: lifetime,
            user: user,
            version: version,
            epoch: epoch,
            appVersion: configuration.appVersion
        )
    }
}

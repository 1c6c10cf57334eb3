import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

// Stores responses in the cache.
extension ResponseCache {
    /// The HTTP status codes of responses to store, except a partial response (206).
    static let storedStatuses = 200...299

    /// Stores the response of a request, in place of an older response.
    ///
    /// The method never throws, because a response that cannot be stored is still valid for its caller. If a
    /// current, successful response cannot be stored, the older response is removed. Exception: if the request has a
    /// body and is excluded from the cache, its older response stays. The method blocks the calling thread while it
    /// writes.
    ///
    /// - Parameters:
    ///   - response: the response, which is stored without its `Set-Cookie` fields.
    ///   - request: the request as it was sent, including a body that was passed to the session separately. The
    ///     body is part of the key.
    ///   - epoch: the value of ``epoch`` when the request was sent. If this epoch has ended, nothing is stored.
    ///     With `nil`, the response is treated as current.
    /// - Returns: a Boolean value that indicates whether the response was stored.
    @discardableResult
    public func store(
        _ response: LoadedResponse,
        for request: URLRequest,
        since epoch: Epoch? = nil
    ) -> Bool {
        outcome(ofStoring: response, for: request, since: epoch) == .stored
    }

    package func outcome(
        ofStoring response: LoadedResponse,
        for request: URLRequest,
        since epoch: Epoch? = nil
    ) -> StoreOutcome {
        let slot = try? slot(for: request)
        guard epoch == nil || epoch == (slot?.epoch ?? self.epoch) else { return .outdated }
        guard let http = response.response as? HTTPURLResponse,
            Self.storedStatuses.contains(http.statusCode), http.statusCode != 206
        else { return .notSuccessful }
        // After a newer response was received, the cache must not return the older response.
        guard let slot else {
            // Hashing the body of every request that is never cached would cost too much.
            if request.httpBody == nil { remove(for: request) }
            return .notCacheable
        }
        let outcome = store(response.data, http, in: slot)
        if outcome != .stored { folder.remove(slot.key.fileName) }
        return outcome
    }

    private func store(_ body: Data, _ http: HTTPURLResponse, in slot: CacheSlot) -> StoreOutcome {
        guard configuration.storesNoStore || !Self.forbidsStoring(slot.request, http) else {
            return .noStore
        }
        let headers = Self.storedHeaders(of: http)
        let fields = CacheSlot.varyingFields(headers)
        guard !fields.contains("*"), !slot.dependsOnUnseenCookies(fields) else { return .varies }

        let now = configuration.now()
        let metadata = CacheMetadata(
            key: slot.key.digest,
            date: now.timeIntervalSinceReferenceDate,
            version: slot.version,
            appVersion: slot.appVersion,
            user: slot.user.map(slot.key.salted),
            variance: slot.variance(by: fields),
            responseURL: ResponseURL(of: http.url ?? slot.url, requested: slot.url),
            status: http.statusCode,
            headers: headers
        )
        guard let file = CacheEntry(metadata: metadata, body: body).file() else {
            return .notWritten
        }
        guard file.count <= configuration.maximumSize else { return .tooLarge }
        return write(file, to: slot, date: now)
    }

    private func write(_ file: Data, to slot: CacheSlot, date: Date) -> StoreOutcome {
        do throws(SystemError) {
            try folder.write(file, as: slot.key.fileName, date: date)
        } catch {
            if error.number == ENOSPC || error.number == EDQUOT { return .noSpace }
            #if DEBUG
            DebugConsole.report(.unwrittenCache(path: folder.path), groupName: nil)
            #endif
            return .notWritten
        }
        // A log-out during the write may have emptied the cache before the file was renamed, so check the epoch again.
        guard self.epoch == slot.epoch else { return .outdated }
        countStored(byteCount: file.count, date: date)
        return .stored
    }

    /// Adds to the number of stored bytes, and evicts entries if the limit may be exceeded.
    private func countStored(byteCount: Int, date: Date) {
        let limit = configuration.maximumSize
        let isDue = state.withLock { state in
            state.sizeSinceMeasurement += byteCount
            let size = state.size.map { $0 + state.sizeSinceMeasurement }
            // Measure again from time to time, because other processes store files too.
            let isOver = size.map { $0 > limit } ?? true || state.sizeSinceMeasurement > limit / 10
            guard isOver, !state.isEvicting else { return false }
            state.isEvicting = true
            state.sizeSinceMeasurement = 0
            return true
        }
        guard isDue else { return }
        let size = folder.evict(limit: limit, now: date)
        state.withLock { state in
            state.size = size
            state.isEvicting = false
        }
    }

    private static func forbidsStoring(_ request: URLRequest, _ response: HTTPURLResponse) -> Bool {
        let values = [
            request.value(forHTTPHeaderField: "Cache-Control"),
            response.value(forHTTPHeaderField: "Cache-Control"),
        ]
        return values.contains { HeaderList.hasDirective("no-store", in: $0) }
    }

    /// Returns the header fields without `Set-Cookie`, because cookies are meant for one user and one moment.
    private static func storedHeaders(of response: HTTPURLResponse) -> [String: String] {
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields
        where !["set-cookie", "set-cookie2"].contains(name.lowercased()) {
            headers[name] = value
        }
        return headers
    }
}

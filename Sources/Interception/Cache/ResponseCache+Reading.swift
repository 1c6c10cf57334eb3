#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension ResponseCache {
    /// Reads the response that is stored for the request.
    ///
    /// It blocks the thread for as long as a file takes to read.
    ///
    /// - Parameters:
    ///   - request: the request as it would be sent.
    ///   - allowingExpired: whether a response that is too old is returned. A response of another user or
    ///     version never is.
    /// - Returns: the body and the response as they were stored, but without `Set-Cookie`. The query of
    ///   its URL is that of this request, or none if it was another.
    /// - Throws: why there is none that may be used.
    public func response(
        for request: URLRequest,
        allowingExpired: Bool = false
    ) throws(CacheMiss) -> LoadedResponse {
        let slot = try slot(for: request)
        let file = try folder.read(slot.key.fileName, limit: configuration.maximumSize)
        let (entry, now) = (try CacheEntry(parsing: file), configuration.now())
        try slot.check(entry.metadata, at: now, allowingExpired: allowingExpired)
        guard let response = entry.response(to: slot.url) else { throw CacheMiss(.invalidMetadata) }
        folder.touch(slot.key.fileName, date: now)
        return response
    }

    /// Whether ``response(for:allowingExpired:)`` will find one, as far as the metadata tells.
    ///
    /// It reads no body, and does not count as a use.
    func hasResponse(for request: URLRequest, allowingExpired: Bool) -> Bool {
        guard let slot = try? slot(for: request),
            let end = try? folder.read(
                slot.key.fileName,
                limit: configuration.maximumSize,
                maximumCount: CacheEntry.maximumMetadataCount
            ),
            let metadata = try? CacheEntry.metadata(parsing: end)
        else { return false }
        let now = configuration.now()
        return (try? slot.check(metadata, at: now, allowingExpired: allowingExpired)) != nil
    }
}

extension CacheSlot {
    /// - Throws: why the response must not be used that this is the metadata of.
    fileprivate func check(
        _ metadata: CacheMetadata,
        at now: Date,
        allowingExpired: Bool
    ) throws(CacheMiss) {
        if let mismatch = mismatch(metadata) { throw CacheMiss(mismatch) }
        let stored = Date(timeIntervalSinceReferenceDate: metadata.date)
        let age = Self.age(of: stored, at: now)
        guard allowingExpired || (.zero...lifetime).contains(age) else {
            throw CacheMiss(expiredAt: age, lifetime: lifetime)
        }
    }
}

extension CacheEntry {
    /// The response to a request with this URL, if what the metadata says of it is possible.
    func response(to requested: URL) -> LoadedResponse? {
        guard ResponseCache.storedStatuses.contains(metadata.status), metadata.status != 206,
            let url = metadata.origin.url(requested: requested),
            let response = HTTPURLResponse(
                url: url,
                statusCode: metadata.status,
                httpVersion: "HTTP/1.1",
                headerFields: metadata.headers
            )
        else { return nil }
        return LoadedResponse(data: body, response: response)
    }
}

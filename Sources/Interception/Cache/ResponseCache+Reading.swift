#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

// Reads responses from the cache.
extension ResponseCache {
    /// Returns the stored response of a request.
    ///
    /// The method blocks the calling thread while it reads a file.
    ///
    /// - Parameters:
    ///   - request: the request as it would be sent.
    ///   - allowingExpired: a Boolean value that indicates whether to return an expired response. A response of
    ///     another user or version is never returned.
    /// - Returns: the stored body and response, without `Set-Cookie`. The URL of the response has the query of
    ///   this request, or no query if the original response had another query than its request.
    /// - Throws: the reason why the cache has no usable response.
    public func response(
        for request: URLRequest,
        allowingExpired: Bool = false
    ) throws(CacheMiss) -> LoadedResponse {
        let slot = try slot(for: request)
        let name = slot.key.fileName
        let folder = try folder.openToRead()
        let file = try folder.read(name, limit: configuration.maximumSize)
        let (entry, now) = (try CacheEntry(parsing: file), configuration.now())
        try slot.check(entry.metadata, at: now, allowingExpired: allowingExpired)
        guard let response = entry.response(to: slot.url) else { throw CacheMiss(.invalidMetadata) }
        folder.setDate(now, of: name)
        return response
    }

    /// Returns whether ``response(for:allowingExpired:)`` is likely to return a response, judging by the metadata.
    ///
    /// The method reads only the end of the file, and does not mark the response as used.
    func hasResponse(for request: URLRequest, allowingExpired: Bool) -> Bool {
        guard let slot = try? slot(for: request),
            let end = try? folder.openToRead().read(
                slot.key.fileName,
                limit: configuration.maximumSize,
                maximumCount: CacheEntry.lookupByteCount
            ),
            let metadata = try? CacheEntry.metadata(parsing: end)
        else { return false }
        let now = configuration.now()
        return (try? slot.check(metadata, at: now, allowingExpired: allowingExpired)) != nil
    }
}

extension CacheSlot {
    fileprivate func check(
        _ metadata: CacheMetadata,
        at now: Date,
        allowingExpired: Bool
    ) throws(CacheMiss) {
        if let mismatch = mismatch(metadata) { throw CacheMiss(mismatch) }
        let age = Self.age(of: metadata.date, at: now)
        guard allowingExpired || (.zero...lifetime).contains(age) else {
            throw CacheMiss(expiredAt: age, lifetime: lifetime)
        }
    }
}

extension CacheEntry {
    func response(to requested: URL) -> LoadedResponse? {
        guard ResponseCache.storedStatuses.contains(metadata.status), metadata.status != 206,
            let url = metadata.responseURL.url(requested: requested),
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

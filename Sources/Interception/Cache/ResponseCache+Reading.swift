import Foundation

#if canImport(FoundationNetworking)
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
    ///   - allowingExpired: whether a response is welcome that is too old; nothing else is allowed
    ///     thereby.
    /// - Returns: the body and the response as they were stored, but without `Set-Cookie`. The query of
    ///   its URL is that of this request, or none if it was another.
    /// - Throws: why there is none that may be used.
    public func response(
        for request: URLRequest,
        allowingExpired: Bool = false
    ) throws(CacheMiss) -> LoadedResponse {
        let slot = try slot(for: request)
        let file = try folder.read(slot.key.fileName, limit: configuration.maximumSize)
        let entry = try CacheEntry(parsing: file)
        if let mismatch = slot.mismatch(entry.metadata) { throw CacheMiss(mismatch) }

        let now = configuration.now()
        let stored = Date(timeIntervalSinceReferenceDate: entry.metadata.date)
        let age = CacheSlot.age(of: stored, at: now)
        guard allowingExpired || (.zero...slot.lifetime).contains(age) else {
            throw CacheMiss(expiredAt: age, lifetime: slot.lifetime)
        }
        guard let response = entry.response(to: slot.url) else { throw CacheMiss(.invalidMetadata) }
        folder.touch(slot.key.fileName, date: now)
        return response
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

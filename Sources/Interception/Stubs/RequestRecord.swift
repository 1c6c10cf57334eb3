import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A record of the latest requests, up to a total size.
struct RequestRecord: Sendable {
    private(set) var requests: [URLRequest] = []

    /// The maximum total size in bytes; the latest request is kept even if it is larger.
    let limit: Int
    private(set) var size = 0

    /// Appends a request; returns the removed requests, which the caller releases after unlocking.
    mutating func append(_ request: URLRequest) -> [URLRequest] {
        requests.append(request)
        size += request.recordedSize
        guard size > limit else { return [] }
        // Removing a request moves all later requests, so remove a quarter of the record at once.
        var surplus = 0
        while size > limit / 4 * 3, surplus < requests.count - 1 {
            size -= requests[surplus].recordedSize
            surplus += 1
        }
        defer { requests.removeFirst(surplus) }
        return Array(requests.prefix(surplus))
    }
}

extension URLRequest {
    fileprivate var recordedSize: Int {
        let fields = allHTTPHeaderFields ?? [:]
        return 1_000 + (url?.absoluteString.utf8.count ?? 0) + (httpBody?.count ?? 0)
            + fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
}

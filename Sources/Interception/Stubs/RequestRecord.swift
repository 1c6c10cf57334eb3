import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The latest of many requests, as many as fit.
struct RequestRecord: Sendable {
    private(set) var requests: [URLRequest] = []
    private(set) var count = 0

    private let limit: Int
    private var size = 0

    /// - Parameter limit: how large the requests may be together, in bytes; the latest is kept in any case.
    init(limit: Int) {
        self.limit = limit
    }

    /// Returns the requests that no longer fit, to be released outside any lock.
    mutating func append(_ request: URLRequest) -> [URLRequest] {
        requests.append(request)
        count += 1
        size += request.recordedSize
        guard size > limit else { return [] }
        // A quarter at once: what is kept has to move.
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
    /// About what it takes to keep it, in bytes.
    fileprivate var recordedSize: Int {
        let fields = allHTTPHeaderFields ?? [:]
        return 1_000 + (url?.absoluteString.utf8.count ?? 0) + (httpBody?.count ?? 0)
            + fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
}

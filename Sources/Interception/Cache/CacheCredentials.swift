import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The names of the header fields by which the server knows who asks.
    var credentialFields: [String] {
        ["Authorization", "Cookie", "Proxy-Authorization"]
            .filter { value(forHTTPHeaderField: $0) != nil }
    }
}

extension URL {
    /// Whether the URL has a user or a password, which a session sends as `Authorization`.
    var hasCredentials: Bool { absoluteURL.user != nil || absoluteURL.password != nil }
}

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Detects requests that identify a user.
extension URLRequest {
    /// The names of the header fields that identify the user to the server.
    var credentialFields: [String] {
        ["Authorization", "Cookie", "Proxy-Authorization"]
            .filter { value(forHTTPHeaderField: $0) != nil }
    }
}

extension URL {
    var hasCredentials: Bool { absoluteURL.user != nil || absoluteURL.password != nil }
}

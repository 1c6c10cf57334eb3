public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A response with its body.
public struct LoadedResponse: Sendable {
    /// The body; empty if the response has none.
    public let data: Data

    /// The response without its body.
    public let response: URLResponse

    /// Creates a response from its body and its metadata.
    public init(data: Data, response: URLResponse) {
        self.data = data
        self.response = response
    }

    /// The status code, or `nil` if the response is not an HTTP response.
    package var statusCode: Int? { (response as? HTTPURLResponse)?.statusCode }
}

extension LoadedResponse: CustomStringConvertible {
    /// The status and the size; the URL and the body are omitted, because they may be secret.
    public var description: String {
        let status = statusCode.map { "HTTP status \($0)" } ?? "no HTTP status"
        return "\(status), \(data.count) bytes"
    }
}

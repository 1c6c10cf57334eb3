public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a request has loaded: the body and the response that came with it.
public struct LoadedResponse: Sendable {
    /// The body, empty if there is none.
    public let data: Data

    /// What the server said about it.
    public let response: URLResponse

    /// Puts a body and its response together.
    public init(data: Data, response: URLResponse) {
        self.data = data
        self.response = response
    }

    /// The status code, or `nil` if the response is not one of HTTP.
    public var statusCode: Int? { (response as? HTTPURLResponse)?.statusCode }
}

extension LoadedResponse: CustomStringConvertible {
    /// The status and the size; neither the URL nor the body, which may be secret.
    public var description: String {
        let status = statusCode.map { "HTTP status \($0)" } ?? "no HTTP status"
        return "\(status), \(data.count) bytes"
    }
}

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A check that makes an HTTP response a failure in the request's group, although the session reports no error.
///
/// Handlers, delegates and callers still receive the response.
///
/// ```swift
/// let checked = InterceptingClient(
///     URLSession.shared,
///     statusCheck: .successful
/// )
/// ```
public struct HTTPStatusCheck: Sendable {
    /// The check that accepts the status codes 200 to 299.
    public static let successful = HTTPStatusCheck { (200...299).contains($0.statusCode) }

    private let isAccepted: @Sendable (HTTPURLResponse) -> Bool

    /// Creates a check from a closure that returns `true` if a response is a success.
    ///
    /// The closure may be called on any thread.
    public init(_ isAccepted: @escaping @Sendable (HTTPURLResponse) -> Bool) {
        self.isAccepted = isAccepted
    }

    /// Returns the error of a response; `nil` if the check accepts the response, or if the protocol is not HTTP.
    func failure(of response: URLResponse?) -> HTTPStatusError? {
        guard let response = response as? HTTPURLResponse, !isAccepted(response) else { return nil }
        return HTTPStatusError(statusCode: response.statusCode)
    }
}

/// The error of a response whose status an ``HTTPStatusCheck`` does not accept.
public struct HTTPStatusError: Error, Equatable, CustomStringConvertible {
    /// The status code of the response.
    public let statusCode: Int

    /// The status code and its meaning.
    public var description: String {
        "HTTP status \(statusCode): \(HTTPURLResponse.localizedString(forStatusCode: statusCode))"
    }
}

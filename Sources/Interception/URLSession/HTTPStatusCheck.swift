import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Which HTTP responses are failures of the group, though the session reports no error.
///
/// Switch it on for a wrapped session. Handlers, delegates and callers get what they always got.
///
/// ```swift
/// let checked = InterceptingClient(
///     URLSession.shared,
///     settings: SessionSettings { $0.statusCheck = .successful }
/// )
/// ```
public struct HTTPStatusCheck: Sendable {
    /// Accepts the status codes 200 to 299.
    public static let successful = HTTPStatusCheck { (200...299).contains($0.statusCode) }

    private let isAccepted: @Sendable (HTTPURLResponse) -> Bool

    /// Makes a check of your own.
    ///
    /// - Parameter isAccepted: whether a response is a success.
    public init(_ isAccepted: @escaping @Sendable (HTTPURLResponse) -> Bool) {
        self.isAccepted = isAccepted
    }

    /// The failure of a task that has ended.
    func failure(_ response: URLResponse?, _ error: (any Error)?) -> (any Error)? {
        error ?? failure(of: response)
    }

    /// The failure of a request that was answered; other protocols than HTTP have none.
    func failure(of response: URLResponse?) -> HTTPStatusError? {
        guard let response = response as? HTTPURLResponse, !isAccepted(response) else { return nil }
        return HTTPStatusError(statusCode: response.statusCode)
    }
}

/// A response whose status an ``HTTPStatusCheck`` does not accept.
public struct HTTPStatusError: Error, Equatable, CustomStringConvertible {
    /// The status code of the response.
    public let statusCode: Int

    /// The status code and what it means.
    public var description: String {
        "HTTP status \(statusCode): \(HTTPURLResponse.localizedString(forStatusCode: statusCode))"
    }
}

extension HTTPStatusError: DescribedInSummaries {}

extension InterceptionSettings {
    /// Why a request failed, as far as its group is concerned.
    func failure(_ response: URLResponse?, _ error: (any Error)?) -> (any Error)? {
        error ?? statusCheck?.failure(of: response)
    }
}

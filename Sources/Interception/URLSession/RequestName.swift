import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The source of a request's label; the library builds the label only when the label is needed.
enum RequestName: Sendable {
    case text(String)
    case url(URL)
    case request(URLRequest)

    var label: String {
        switch self {
        case .text(let label): label
        case .url(let url): url.requestLabel
        case .request(let request): request.requestLabel
        }
    }

    /// The request for the pipeline; `nil` for an upload or download that continues with resume data.
    var request: URLRequest? {
        switch self {
        case .text: nil
        case .url(let url): URLRequest(url: url)
        case .request(let request): request
        }
    }
}

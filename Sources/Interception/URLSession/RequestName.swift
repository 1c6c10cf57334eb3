import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The source of a request's label, which is built only when it is needed.
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
}

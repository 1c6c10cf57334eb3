import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a request is called, put into words when somebody asks.
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

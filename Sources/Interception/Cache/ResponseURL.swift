import Foundation

/// The URL of a cached response, stored as its difference from the URL of the request.
///
/// The file contains no query, because a query may be secret. Reading restores the query from the URL of the
/// request.
struct ResponseURL: Equatable {
    /// The URL without user, query and fragment; `nil` if it equals the URL of the request, as in most cases.
    var place: String?

    /// A Boolean value that indicates whether the response has the query of the request, as after most redirects.
    var hasQueryOfRequest: Bool
}

extension ResponseURL {
    init(of url: URL, requested: URL) {
        self.init(place: nil, hasQueryOfRequest: true)
        guard url.absoluteString != requested.absoluteString,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return }
        let query = components.percentEncodedQuery
        let asked = URLComponents(url: requested, resolvingAgainstBaseURL: true)
        hasQueryOfRequest = query == asked?.percentEncodedQuery
        components.percentEncodedQuery = nil
        components.fragment = nil
        components.user = nil
        components.password = nil
        place = components.string
    }

    /// Returns the URL of the response to a request with this URL, or `nil` if the stored URL is invalid.
    func url(requested: URL) -> URL? {
        guard let place else { return requested.absoluteURL }
        guard var components = URLComponents(string: place), !place.isEmpty else { return nil }
        if hasQueryOfRequest {
            let asked = URLComponents(url: requested, resolvingAgainstBaseURL: true)
            components.percentEncodedQuery = asked?.percentEncodedQuery
        }
        return components.url
    }
}

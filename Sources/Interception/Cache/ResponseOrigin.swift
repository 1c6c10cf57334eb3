import Foundation

/// Where a cached response came from, without the query of any URL in clear: it may be secret.
///
/// Who reads knows the URL of the request, and so only what differs from it is written.
struct ResponseOrigin: Codable, Equatable {
    /// The URL without user, query and fragment; `nil` if the response came from the URL that was
    /// requested, as most do.
    var place: String?

    /// Whether the query is that of the request, as after most redirects.
    var hasQueryOfRequest: Bool

    init(place: String?, hasQueryOfRequest: Bool) {
        self.place = place
        self.hasQueryOfRequest = hasQueryOfRequest
    }

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

    /// The URL of the response to a request with this URL; `nil` if the place makes no sense.
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

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A condition that selects the requests that a stub answers.
///
/// The form of a pattern determines with which part of the URL the pattern is compared:
///
/// - A pattern that begins with `/` is compared with the path.
/// - A pattern that contains `://` before its path is compared with scheme, host and path.
/// - Any other pattern is compared with host and path.
///
/// The query is compared only if the pattern contains a query. A `*` matches any text. Patterns have to be
/// percent-encoded, because the URL is compared in its percent-encoded form.
///
/// ```swift
/// stubs.answer(.method("GET", "/users/*"), with: .data(status: 404))
/// stubs.answer(.method("GET", "api.example.com/feed?page=2"), with: .json("[]"))
/// stubs.answer(RequestMatch { $0.timeoutInterval < 5 }, with: .failure(URLError(.timedOut)))
/// ```
public struct RequestMatch: Sendable {
    let matches: @Sendable (URLRequest) -> Bool

    /// Creates a match from a closure; any thread may call the closure.
    public init(_ matches: @escaping @Sendable (URLRequest) -> Bool) { self.matches = matches }

    /// Returns a match for requests with this method and with a URL that matches the pattern.
    ///
    /// The match includes requests with the upper-case form of the method.
    public static func method(_ method: String, _ pattern: String = "*") -> Self {
        let (pattern, methods) = (URLPattern(pattern), [method, method.uppercased()])
        return Self { request in
            methods.contains(request.httpMethod ?? "GET") && pattern.matches(request.url)
        }
    }

    /// Returns a match for requests with any method and with a URL that matches the pattern; `*` matches every URL.
    public static func url(_ pattern: String) -> Self {
        let pattern = URLPattern(pattern)
        return Self { pattern.matches($0.url) }
    }
}

private struct URLPattern: Sendable {
    private let pieces: [Substring]
    private let hasScheme: Bool
    private let hasHost: Bool
    private let hasQuery: Bool

    init(_ pattern: String) {
        hasScheme = Self.endOfScheme(pattern) != nil
        hasHost = !pattern.hasPrefix("/")
        hasQuery = pattern.contains("?")
        pieces = Self.normalized(pattern).split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Returns the pattern with scheme and host in lower case; a pattern without a path gets the path `/`.
    private static func normalized(_ pattern: String) -> String {
        let afterScheme = endOfScheme(pattern) ?? pattern.startIndex
        let place = pattern[afterScheme...].firstIndex { $0 == "/" || $0 == "?" }
        let head = pattern[..<(place ?? pattern.endIndex)].lowercased()
        let rest = place.map { pattern[$0...] } ?? ""
        let lacksPath = !head.isEmpty && !head.hasSuffix("*") && !rest.hasPrefix("/")
        return head + (lacksPath ? "/" : "") + rest
    }

    /// Returns the end of `://`; `nil` if the pattern has none before its path, as `/login?to=https://a.test`.
    private static func endOfScheme(_ pattern: String) -> String.Index? {
        let rest = pattern.drop { $0 != "/" && $0 != "?" }
        guard rest.hasPrefix("//"), pattern[..<rest.startIndex].hasSuffix(":") else { return nil }
        return rest.index(rest.startIndex, offsetBy: 2)
    }

    func matches(_ url: URL?) -> Bool {
        guard let url, let compared = text(of: url) else { return false }
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
            return compared == pieces.first ?? ""
        }
        guard compared.hasPrefix(first) else { return false }
        // A middle piece follows the previous piece; its earliest occurrence leaves the most text for the next piece.
        var rest = compared.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.range(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    private func text(of url: URL) -> String? {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return nil
        }
        var text = ""
        if hasScheme { text += (components.scheme ?? "").lowercased() + "://" }
        if hasHost || hasScheme {
            text += (components.percentEncodedHost ?? "").lowercased()
            if let port = components.port { text += ":\(port)" }
        }
        let path = components.percentEncodedPath
        text += path.isEmpty ? "/" : path
        if hasQuery, let query = components.percentEncodedQuery { text += "?" + query }
        return text
    }
}

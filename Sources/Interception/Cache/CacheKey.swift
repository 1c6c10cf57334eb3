import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which slot of the cache a request has: a digest of everything that changes its answer.
struct CacheKey: Hashable, Sendable {
    let digest: Digest

    /// The key of a request with this URL; a body stream is not in it.
    ///
    /// If the cache does not keep users apart, the credentials of a request have to; if it has a user,
    /// the slot stays the same when they change.
    init(
        of request: URLRequest,
        _ url: URL,
        hasUser: Bool,
        _ configuration: ResponseCache.Configuration
    ) {
        // Fields with their lengths: "ab" + "c" is another key than "a" + "bc".
        var hash = SHA256()
        hash.update(field: "response cache, key 1")
        hash.update(field: request.httpMethod ?? "GET")
        hash.update(field: Self.place(of: url, without: configuration.ignoredQueryItems))
        hash.update(field: request.httpBody.map(configuration.keyBody) ?? Data())

        let credentials = request.credentialFields.map { $0.lowercased() }
        hash.update(count: credentials.count)
        for field in credentials { hash.update(field: field) }
        var fields = Set(configuration.keyHeaders.map { $0.lowercased() })
        if !hasUser { fields.formUnion(credentials) }
        hash.update(fields.sorted(), of: request)
        digest = hash.digest()
    }

    /// The name of the file of this key: no part of a request is ever part of a path.
    var fileName: String { digest.hexadecimal + CacheFolder.entrySuffix }

    /// What is written instead of the user: another text in each file, so that nobody sees which
    /// files have the same user.
    func salted(user: String) -> String {
        var hash = SHA256()
        hash.update(field: "response cache, user 1")
        hash.update(field: digest.bytes)
        hash.update(field: user)
        return hash.digest().hexadecimal
    }

    /// What is written of the header fields of the request that `Vary` names.
    func salted(fields: [String], of request: URLRequest) -> String {
        var hash = SHA256()
        hash.update(field: "response cache, fields 1")
        hash.update(field: digest.bytes)
        hash.update(fields, of: request)
        return hash.digest().hexadecimal
    }

    /// The URL without its fragment, which is not sent, and without the ignored items.
    private static func place(of url: URL, without ignored: Set<String>) -> String {
        let text = url.absoluteString.prefix { $0 != "#" }
        guard !ignored.isEmpty, let mark = text.firstIndex(of: "?") else { return String(text) }
        // Cut by hand: `URLComponents` would write some characters in another way.
        let items = text[text.index(after: mark)...].split(
            separator: "&",
            omittingEmptySubsequences: false
        )
        let kept = items.filter { item in
            let name = String(item.prefix { $0 != "=" })
            return !ignored.contains(name.removingPercentEncoding ?? name)
        }
        return text[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }
}

extension SHA256 {
    /// Takes in the fields of the request, and tells an absent one from an empty one.
    fileprivate mutating func update(_ fields: [String], of request: URLRequest) {
        update(count: fields.count)
        for field in fields {
            update(field: field)
            let value = request.value(forHTTPHeaderField: field)
            update(count: value == nil ? 0 : 1)
            update(field: value ?? "")
        }
    }
}

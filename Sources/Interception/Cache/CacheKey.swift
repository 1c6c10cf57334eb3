import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The key of a request in the cache: a digest of every part of the request that affects its response.
struct CacheKey: Hashable, Sendable {
    /// The digest as 64 hexadecimal digits.
    let digest: String

    /// Creates the key of a request, which must have no body stream.
    ///
    /// If the cache has no user, the key includes the values of the credential fields, to separate users. With a user,
    /// the key includes only the names of these fields, so that the key stays the same when the credentials change.
    init(
        of request: URLRequest,
        _ url: URL,
        hasUser: Bool,
        _ configuration: ResponseCache.Configuration
    ) {
        // Each field is hashed with its length, so that "ab" + "c" and "a" + "bc" have different keys.
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

    var fileName: String { digest + CacheFolder.entrySuffix }

    /// Returns the user's digest, salted so that two files do not reveal whether they have the same user.
    func salted(user: String) -> String {
        var hash = SHA256()
        hash.update(field: "response cache, user 1")
        hash.update(field: digest)
        hash.update(field: user)
        return hash.digest()
    }

    /// Returns a digest of the request's header fields that `Vary` names; the digest is salted with the key.
    func salted(fields: [String], of request: URLRequest) -> String {
        var hash = SHA256()
        hash.update(field: "response cache, fields 1")
        hash.update(field: digest)
        hash.update(fields, of: request)
        return hash.digest()
    }

    /// Returns the URL without its fragment, which is never sent, and without the ignored query items.
    private static func place(of url: URL, without ignored: Set<String>) -> String {
        let address = url.absoluteString
        let text = address[..<(address.utf8.firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex)]
        guard !ignored.isEmpty, let mark = text.firstIndex(of: "?") else { return String(text) }
        // Cut the text directly, because `URLComponents` may encode characters differently.
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
    /// Hashes the header fields of the request; an absent field has another hash than an empty field.
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

import Foundation

/// The hosts to which trace headers are sent.
struct TracedHosts: Sendable {
    private var names: Set<String> = []
    private var suffixes: [String] = []

    init(_ hosts: [String]) {
        for host in hosts {
            let isPattern = host.hasPrefix("*.")
            guard let name = Self.normal(isPattern ? String(host.dropFirst(2)) : host) else {
                assertionFailure(
                    "A traced host is a name, such as api.example.com, without a scheme or a path."
                )
                continue
            }
            if isPattern { suffixes.append("." + name) } else { names.insert(name) }
        }
    }

    func contain(_ url: URL?) -> Bool {
        guard let url, let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = Self.host(of: url)
        else { return false }
        let port = url.port ?? (scheme == "http" ? 80 : 443)
        return [host, "\(host):\(port)"].contains { host in
            names.contains(host) || suffixes.contains { host.hasSuffix($0) && host != $0 }
        }
    }

    /// Returns a host name in the spelling of URLs, with the port if the name contains a port.
    private static func normal(_ name: String) -> String? {
        // A host name has at most one colon, before its port. A name with several colons is an IPv6 address.
        let isAddress = name.first != "[" && name.filter { $0 == ":" }.count > 1
        guard let url = URL(string: "http://\(isAddress ? "[\(name)]" : name)/"), url.path == "/",
            url.user == nil, let host = host(of: url)
        else { return nil }
        return host + (url.port.map { ":\($0)" } ?? "")
    }

    // The session could send a request with an invalid host to any server.
    /// Returns the host in lower case, without a final dot; `nil` for a host with invalid characters.
    private static func host(of url: URL) -> String? {
        guard var host = url.host?.lowercased() else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.hasSuffix(".") { host.removeLast() }
        let isUsual = host.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-._:".unicodeScalars.contains($0)
        }
        return isUsual && !host.isEmpty ? host : nil
    }
}

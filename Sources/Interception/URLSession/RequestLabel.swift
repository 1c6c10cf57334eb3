// A label is built for each request of a group, so usual characters take a fast path.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URL {
    /// The label of a GET request: method, host and path, each in the form in which the session sends it.
    ///
    /// The label omits the query, fragment, user and path parameters, because they may be secret. For a URL
    /// without a host, such as a `data:` URL, the label has only the scheme. A placeholder replaces a host
    /// with invalid characters, because its text may belong to a user or a query.
    var requestLabel: String { "GET \(place)" }

    fileprivate var place: String {
        let absolute = baseURL == nil ? self : absoluteURL
        guard let host = absolute.shownHost else { return "\(scheme ?? ""):" }
        return host + absolute.shownPath
    }

    /// The host, with an IPv6 address in brackets; a placeholder for an invalid host; `nil` for a URL without a host.
    var shownHost: String? {
        if let host = host(percentEncoded: false), host.utf8.allSatisfy(\.isUsualInHosts) {
            return host.isEmpty ? nil : host
        }
        guard let encoded = host(percentEncoded: true), !encoded.isEmpty else { return nil }
        // Host names contain no colon, so a host with a colon is an IPv6 address.
        let isAddress = encoded.utf8.contains(UInt8(ascii: ":"))
        guard let host = host(percentEncoded: false),
            host.unicodeScalars.allSatisfy({ $0.isAllowedInHosts || isAddress && $0.isInAddresses })
        else { return "(invalid host)" }
        return isAddress ? "[\(host)]" : host
    }

    /// The path without parameters, query and fragment.
    ///
    /// Appending `feed?token=…` as a path encodes the `?`, so a percent-encoded delimiter also ends the path.
    var shownPath: Substring {
        let path = path(percentEncoded: true)
        let end = path.utf8.indices.first { index in
            switch path.utf8[index] {
            case UInt8(ascii: ";"), UInt8(ascii: "?"): true
            case UInt8(ascii: "%"):
                ["%3B", "%3F", "%23"].contains(path[index...].prefix(3).uppercased())
            default: false
            }
        }
        return path[..<(end ?? path.endIndex)]
    }
}

extension URLRequest {
    var requestLabel: String { "\(shownMethod) \(url?.place ?? "")" }

    /// The label as text that is made on demand, without retaining the body of the request, which may be large.
    var labelOnDemand: RequestLabel {
        .onDemand { [shownMethod, url] in "\(shownMethod) \(url?.place ?? "")" }
    }

    /// The method, or a placeholder if the method is empty or contains characters that HTTP does not allow.
    var shownMethod: String {
        let method = httpMethod ?? "GET"
        return !method.isEmpty && method.utf8.allSatisfy(\.isInMethods)
            ? method : "(invalid method)"
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    fileprivate var isUsualInHosts: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: isLetterOrDigit
        }
    }

    /// A Boolean value that indicates whether RFC 9110 allows the character in a method.
    fileprivate var isInMethods: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

extension Unicode.Scalar {
    /// A Boolean value that indicates whether the character occurs in host names, in any script.
    fileprivate var isAllowedInHosts: Bool {
        if isASCII { return UInt8(value).isUsualInHosts }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    /// A Boolean value that indicates whether the character occurs in IPv6 addresses or zones, but not in host names.
    fileprivate var isInAddresses: Bool { self == ":" || self == "%" }
}

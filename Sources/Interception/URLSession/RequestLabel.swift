import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A label is built for each request of a group: what is as usual is let through by its bytes.

extension URL {
    /// Host and path as they are sent: no query, no fragment, no user and no parameters of the path,
    /// as they may be secret, whether or not they are percent-encoded.
    ///
    /// Of a URL without a host, such as one that holds its data itself, only the scheme. A host in
    /// which there is anything that no host has is not shown: it may be a user or a query.
    var requestLabel: String { "GET \(place)" }

    fileprivate var place: String {
        let whole = baseURL == nil ? self : absoluteURL
        guard let host = whole.shownHost else { return "\(scheme ?? ""):" }
        return host + whole.shownPath
    }

    /// The host, an IPv6 address in brackets; `nil` if there is none.
    var shownHost: String? {
        if let host = host(percentEncoded: false), host.utf8.allSatisfy(\.isUsualInHosts) {
            return host.isEmpty ? nil : host
        }
        guard let encoded = host(percentEncoded: true), !encoded.isEmpty else { return nil }
        // In a name a colon is percent-encoded, so that it is no IPv6 address.
        let isAddress = encoded.utf8.contains(UInt8(ascii: ":"))
        guard let host = host(percentEncoded: false),
            host.unicodeScalars.allSatisfy({ $0.isAllowedInHosts || isAddress && $0.isInAddresses })
        else { return "(invalid host)" }
        return isAddress ? "[\(host)]" : host
    }

    /// The path up to where parameters, a query or a fragment begin.
    ///
    /// Also where they are percent-encoded: who appends `feed?token=…` to a URL as a path gets that.
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
    /// What the request is called in a group: method, host and path.
    var requestLabel: String { "\(shownMethod) \(url?.place ?? "")" }

    /// The method, if it is one that can be sent.
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

    /// Whether it is one of those that RFC 9110 allows.
    fileprivate var isInMethods: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

extension Unicode.Scalar {
    /// Whether names of hosts have it, those in other scripts included.
    fileprivate var isAllowedInHosts: Bool {
        if isASCII { return UInt8(value).isUsualInHosts }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    /// Whether IPv6 addresses and their zones have it, which host names have not.
    fileprivate var isInAddresses: Bool { self == ":" || self == "%" }
}

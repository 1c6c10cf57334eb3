import Foundation

/// The percent-encoding of text in the parts of a URL and in form bodies.
enum PercentEncoding {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
    private static let inPath = unreserved.union(CharacterSet(charactersIn: "!$&'()*+,;=:@/"))
    private static let inQuery = inPath.union(CharacterSet(charactersIn: "?"))

    /// Encodes every reserved character, so that the result is a single path segment, name or value.
    static func component(_ text: String) -> String { encode(text, unreserved) }

    /// Encodes like `component(_:)`, but writes a space as `+`, the encoding of HTML forms.
    static func formComponent(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { component(String($0)) }
            .joined(separator: "+")
    }

    /// Encodes characters that a path must not contain, and keeps existing percent codes.
    static func path(_ text: String) -> String { encodeRest(text, inPath) }

    /// Encodes characters that a query must not contain, and keeps existing percent codes.
    static func query(_ text: String) -> String { encodeRest(text, inQuery) }

    /// Encodes every byte that is not allowed, and every `%` that is not followed by two hexadecimal digits.
    private static func encodeRest(_ text: String, _ allowed: CharacterSet) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        return parts.enumerated()
            .map { index, part in
                let digits = part.unicodeScalars.prefix(2)
                let isCode = digits.count == 2 && digits.allSatisfy(\.properties.isASCIIHexDigit)
                let sign = index == 0 ? "" : isCode ? "%" : "%25"
                return sign + encode(String(part), allowed)
            }
            .joined()
    }

    private static func encode(_ text: String, _ allowed: CharacterSet) -> String {
        // The result is never `nil`, because every `String` is valid Unicode.
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}

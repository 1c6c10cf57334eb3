import GroupContext

/// The percent-encoding of text in the parts of a URL and in form bodies.
enum PercentEncoding {
    /// Encodes every reserved character, so that the result is a single path segment, name or value.
    static func component(_ text: String) -> String { encode(text, isAllowed: isUnreserved) }

    /// Encodes like `component(_:)`, but writes a space as `+`, the encoding of HTML forms.
    static func formComponent(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { component(String($0)) }
            .joined(separator: "+")
    }

    /// Encodes characters that a path must not contain, and keeps existing percent codes.
    static func path(_ text: String) -> String {
        encodeRest(text) { isUnreserved($0) || "!$&'()*+,;=:@/".utf8.contains($0) }
    }

    /// Encodes characters that a query must not contain, and keeps existing percent codes.
    static func query(_ text: String) -> String {
        encodeRest(text) { isUnreserved($0) || "!$&'()*+,;=:@/?".utf8.contains($0) }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }

    /// Encodes every byte that is not allowed, and every `%` that is not followed by two hexadecimal digits.
    private static func encodeRest(_ text: String, isAllowed: (UInt8) -> Bool) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        return parts.enumerated()
            .map { index, part in
                let digits = part.unicodeScalars.prefix(2)
                let isCode = digits.count == 2 && digits.allSatisfy(\.properties.isASCIIHexDigit)
                let sign = index == 0 ? "" : isCode ? "%" : "%25"
                return sign + encode(String(part), isAllowed: isAllowed)
            }
            .joined()
    }

    private static func encode(_ text: String, isAllowed: (UInt8) -> Bool) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isAllowed(byte) {
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                encoded += "%" + Hexadecimal.text(of: [UInt64(byte)], digits: 2).uppercased()
            }
        }
        return encoded
    }
}

/// Text as parts of a URL and forms have it.
enum PercentEncoding {
    /// Encodes all that could mean something: what remains is one segment, one name or one value.
    static func component(_ text: String) -> String {
        encode(text, isAllowed: isUnreserved)
    }

    /// The same for a form, where a space is a plus.
    static func formComponent(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { component(String($0)) }
            .joined(separator: "+")
    }

    /// Encodes what must not be in a path, and leaves what is encoded already.
    static func path(_ text: String) -> String {
        encodeRest(text) { isUnreserved($0) || "!$&'()*+,;=:@/".utf8.contains($0) }
    }

    /// Encodes what must not be in a query, and leaves what is encoded already.
    static func query(_ text: String) -> String {
        encodeRest(text) { isUnreserved($0) || "!$&'()*+,;=:@/?".utf8.contains($0) }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }

    /// Encodes all but what is allowed and the percent signs that encode something.
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
                encoded += "%" + hexDigit(byte >> 4) + hexDigit(byte & 0xF)
            }
        }
        return encoded
    }

    private static func hexDigit(_ number: UInt8) -> String {
        String(number, radix: 16, uppercase: true)
    }
}

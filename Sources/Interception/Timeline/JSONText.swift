import GroupContext

// Texts in the JSON documents of exports.
extension UTF8Text {
    /// Appends the text on one line, as a string of JSON.
    mutating func appendInterpolation(json text: String) {
        // `onOneLine` has removed the control characters, so only quotes and backslashes need escaping.
        var text = text.onOneLine
        let escaped = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        if text.utf8.contains(where: { $0 == escaped.0 || $0 == escaped.1 }) {
            let bytes = text.utf8.flatMap {
                $0 == escaped.0 || $0 == escaped.1 ? [escaped.1, $0] : [$0]
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        appendLiteral("\"")
        append(text, times: 1)
        appendLiteral("\"")
    }
}

import GroupContext

/// A JSON value for drawings, with members in a fixed order, so that equal recordings make equal documents.
enum JSONValue {
    case text(String)
    /// A number, as its JSON text.
    case number(String)
    case flag(Bool)
    case object([(String, JSONValue)])
    case array([JSONValue])

    /// Returns the duration in microseconds, with three decimal places.
    static func microseconds(_ duration: Duration) -> JSONValue {
        .number(Duration.decimal(duration.nanoseconds / 1e3, digits: 3))
    }
}

/// A JSON document that is being written, as bytes: appending to a `String` costs many times as much.
struct JSONDocument {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a part of the document as it is.
    static func += (document: inout JSONDocument, text: String) {
        document.bytes += text.utf8
    }

    /// Appends the value on a line of its own, after a comma if it is not the first.
    mutating func append(line value: JSONValue) {
        if bytes.last != UInt8(ascii: "\n") { self += ",\n" }
        append(value)
    }

    mutating func append(_ value: JSONValue) {
        switch value {
        case .text(let text): append(quoted: text)
        case .number(let number): self += number
        case .flag(let flag): self += flag ? "true" : "false"
        case .object(let members):
            self += "{"
            for (index, (name, value)) in members.enumerated() {
                if index > 0 { self += ", " }
                append(quoted: name)
                self += ": "
                append(value)
            }
            self += "}"
        case .array(let values):
            self += "["
            for (index, value) in values.enumerated() {
                if index > 0 { self += ", " }
                append(value)
            }
            self += "]"
        }
    }

    private mutating func append(quoted text: String) {
        self += "\""
        // `onOneLine` has removed the control characters, so only two characters need escaping.
        let (text, start) = (text.onOneLine, bytes.count)
        self += text
        let escaped = [UInt8(ascii: "\""), UInt8(ascii: "\\")]
        if bytes[start...].contains(where: escaped.contains) {
            bytes.removeSubrange(start...)
            for byte in text.utf8 {
                if escaped.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
        }
        self += "\""
    }
}

import GroupContext

/// A JSON value for exports; members keep their order, so that equal recordings lead to equal documents.
enum JSONValue {
    case text(String)
    case number(String)
    case flag(Bool)
    case object([(String, JSONValue)])
    case array([JSONValue])

    static func microseconds(_ duration: Duration) -> JSONValue {
        .number(Duration.decimal(duration.nanoseconds / 1e3, digits: 3))
    }
}

/// A JSON document that is being written, as bytes, because appending to a `String` takes much longer.
struct JSONDocument {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func += (document: inout JSONDocument, text: String) {
        // The bytes of the view itself are appended at several times the cost.
        var text = text
        text.withUTF8 { document.bytes += $0 }
    }

    /// Appends the value on its own line; a comma precedes every value except the first.
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
                // A name is a literal without quotes.
                self += "\""
                self += name
                self += "\": "
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
        // `onOneLine` has removed the control characters, so only quotes and backslashes need escaping.
        var text = text.onOneLine
        text.withUTF8 { text in
            let escaped = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
            guard text.contains(where: { $0 == escaped.0 || $0 == escaped.1 }) else {
                bytes += text
                return
            }
            for byte in text {
                if byte == escaped.0 || byte == escaped.1 { bytes.append(escaped.1) }
                bytes.append(byte)
            }
        }
        self += "\""
    }
}

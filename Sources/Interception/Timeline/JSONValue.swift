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

    var json: String {
        switch self {
        case .text(let text): return Self.quoted(text)
        case .number(let number): return number
        case .flag(let flag): return "\(flag)"
        case .object(let members):
            let members = members.map { "\(Self.quoted($0)): \($1.json)" }
            return "{\(members.joined(separator: ", "))}"
        case .array(let values): return "[\(values.map(\.json).joined(separator: ", "))]"
        }
    }

    private static func quoted(_ text: String) -> String {
        // `onOneLine` has removed the control characters, so only two characters need escaping.
        let escaped = text.onOneLine.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}

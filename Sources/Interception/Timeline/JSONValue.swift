import GroupContext

/// A value of JSON as far as drawings need it: its members stay in their order, so that the same
/// recording is the same document every time, and its texts are on one line.
enum JSONValue {
    case text(String)
    /// A number as it is written.
    case number(String)
    case flag(Bool)
    case object([(String, JSONValue)])
    case array([JSONValue])

    /// A duration as a number of microseconds, to the nanosecond.
    static func microseconds(_ duration: Duration) -> JSONValue {
        .number(Duration.decimal(duration.nanoseconds / 1e3, digits: 3))
    }

    /// The value as it is written, on one line.
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
        // Nothing else has to be escaped where there are no control characters.
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

import GroupContext

/// The code in an envelope by which a server reports success or failure: an integer, a string or a boolean.
///
/// The integer `0` and the string `"0"` are different codes.
public enum EnvelopeCode: Hashable, Sendable {
    /// An integer.
    case integer(Int)
    /// A string.
    case string(String)
    /// A boolean, for envelopes that have a field such as `isSuccess`.
    case boolean(Bool)
}

extension EnvelopeCode: CustomStringConvertible {
    /// The code as JSON; a string is quoted, and truncated if it is long.
    public var description: String {
        switch self {
        case .integer(let number): return "\(number)"
        case .boolean(let flag): return "\(flag)"
        case .string(let word):
            // Truncate the string, because the server may send any length, and a log line has to stay short. A single
            // character may be long, too, so count Unicode scalars.
            let start = String(word.unicodeScalars.prefix(40))
            let isTruncated = start.utf8.count < word.utf8.count
            return start.debugDescription.onOneLine + (isTruncated ? "…" : "")
        }
    }
}

import GroupContext

/// The code in an envelope by which a server reports success or failure: an integer, a string or a boolean.
///
/// A code is written as a literal: `0`, `"OK"`, `true`. The integer `0` and the string `"0"` are different codes.
public enum EnvelopeCode: Hashable, Sendable {
    /// An integer.
    case integer(Int)
    /// A string.
    case string(String)
    /// A boolean, for envelopes that have a field such as `isSuccess`.
    case boolean(Bool)
}

extension EnvelopeCode: ExpressibleByIntegerLiteral {
    /// Creates an integer code.
    public init(integerLiteral value: Int) {
        self = .integer(value)
    }
}

extension EnvelopeCode: ExpressibleByStringLiteral {
    /// Creates a string code.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension EnvelopeCode: ExpressibleByBooleanLiteral {
    /// Creates a boolean code.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension EnvelopeCode: CustomStringConvertible {
    /// The code as JSON; a string is quoted, and truncated if it is long.
    public var description: String {
        switch self {
        case .integer(let number): return "\(number)"
        case .boolean(let flag): return "\(flag)"
        case .string(let word):
            // The server may send a string of any length; a log line has to stay short.
            let start = String(word.prefix(40))
            return start.debugDescription.onOneLine + (start.count < word.count ? "…" : "")
        }
    }
}

import GroupContext

/// What an envelope says about how a request went: a number, a word, or yes and no.
///
/// A code is written as a literal: `0`, `"OK"`, `true`. The number 0 and the string `"0"` are
/// different codes, as they are different JSON.
public enum EnvelopeCode: Hashable, Sendable {
    /// A whole number.
    case integer(Int)
    /// A string.
    case string(String)
    /// A boolean, for envelopes that have a field such as `isSuccess`.
    case boolean(Bool)
}

extension EnvelopeCode: ExpressibleByIntegerLiteral {
    /// Makes a code that is a number.
    public init(integerLiteral value: Int) {
        self = .integer(value)
    }
}

extension EnvelopeCode: ExpressibleByStringLiteral {
    /// Makes a code that is a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension EnvelopeCode: ExpressibleByBooleanLiteral {
    /// Makes a code that is a boolean.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension EnvelopeCode: CustomStringConvertible {
    /// The code as JSON has it, a string in quotes and cut off if it is long.
    public var description: String {
        switch self {
        case .integer(let number): return "\(number)"
        case .boolean(let flag): return "\(flag)"
        case .string(let word):
            // A server may send anything for a code; a log is to get one short line of it.
            let start = String(word.prefix(40))
            return start.debugDescription.onOneLine + (start.count < word.count ? "…" : "")
        }
    }
}

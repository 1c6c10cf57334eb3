// Tracing: what tells groups and requests apart, in this process and on the servers that they ask.

/// What tells a request or a group from all others: the identity that its observers, its pipeline and its timeline
/// have in common, and the ID of its span in a trace.
public struct SpanID: Hashable, Sendable, CustomStringConvertible {
    /// The eight bytes of the ID as a number, which is never 0.
    public let rawValue: UInt64

    /// Makes the ID of this number; `nil` for 0, which no span has.
    public init?(rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    /// A new ID, by chance.
    package init() {
        rawValue = .random(in: 1...UInt64.max)
    }

    /// The ID at a place among those that have a number in common: no two places have the same.
    init(_ seed: UInt64, at place: UInt64) {
        // SplitMix64 is a bijection, as is the addition.
        var mixed = seed &+ place &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        rawValue = mixed == 0 ? 0x9E37_79B9_7F4A_7C15 : mixed
    }

    /// The ID as W3C writes it: 16 hexadecimal digits in lower case.
    public var description: String { Hexadecimal.text(of: rawValue) }
}

/// What tells a trace from all others: all spans of an outermost group, and those of the servers that it asks.
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes of the ID as a number.
    public let high: UInt64
    /// The last eight bytes of the ID as a number.
    public let low: UInt64

    /// Makes the ID of two numbers; `nil` for 0 and 0, which no trace has.
    public init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// A new ID, by chance.
    package init() {
        (high, low) = (.random(in: 1...UInt64.max), .random(in: 1...UInt64.max))
    }

    /// The ID as W3C writes it: 32 hexadecimal digits in lower case.
    public var description: String { Hexadecimal.text(of: high) + Hexadecimal.text(of: low) }
}

/// Numbers as W3C writes them in headers.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// The number with a digit for each four bits.
    static func text<Number: FixedWidthInteger & UnsignedInteger>(of number: Number) -> String {
        let count = Number.bitWidth / 4
        return String(unsafeUninitializedCapacity: count) { buffer in
            var rest = number
            for place in (0..<count).reversed() {
                buffer[place] = digits[Int(truncatingIfNeeded: rest & 0xF)]
                rest >>= 4
            }
            return count
        }
    }

    /// The number that is written so; `nil` unless each four bits have a digit in lower case.
    static func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ text: some Collection<UInt8>,
        as type: Number.Type = Number.self
    ) -> Number? {
        guard text.count == Number.bitWidth / 4 else { return nil }
        var number: Number = 0
        for byte in text {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            number = number << 4 | Number(digit)
        }
        return number
    }
}

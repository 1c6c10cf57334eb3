/// The identifier of a request or a group, for observers, pipeline and timeline, and the ID of its span in a
/// trace.
public struct SpanID: Hashable, Sendable, CustomStringConvertible {
    /// The ID as a number, which is never 0.
    package let rawValue: UInt64

    /// Makes the ID with this number; `nil` for 0, which is invalid.
    package init?(rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    package init() {
        rawValue = .random(in: 1...UInt64.max)
    }

    /// Makes the ID at a position in the sequence of a seed; no two positions have the same ID.
    init(_ seed: UInt64, at place: UInt64) {
        // SplitMix64 is a bijection, as is the addition, so two positions have different results.
        var mixed = seed &+ place &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        rawValue = mixed == 0 ? 0x9E37_79B9_7F4A_7C15 : mixed
    }

    /// The ID in the format of W3C: 16 hexadecimal digits in lower case.
    public var description: String { Hexadecimal.text(of: rawValue) }
}

/// The identifier of a trace: all spans of an outermost group, and those of the servers that answer its
/// requests.
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes of the ID.
    package let high: UInt64
    /// The last eight bytes of the ID.
    package let low: UInt64

    /// Makes the ID with these two numbers; `nil` if both are 0, which is invalid.
    package init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        (self.high, self.low) = (high, low)
    }

    package init() {
        (high, low) = (.random(in: 1...UInt64.max), .random(in: 1...UInt64.max))
    }

    /// The ID in the format of W3C: 32 hexadecimal digits in lower case.
    public var description: String { Hexadecimal.text(of: high) + Hexadecimal.text(of: low) }
}

enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the number as text, with a digit for each four bits.
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

    /// Returns the number that the text represents; `nil` unless there is a lower-case digit for each four
    /// bits.
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

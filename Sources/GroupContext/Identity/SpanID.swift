/// The identifier of a request or a group; in a trace, the identifier is also the ID of the span.
public struct SpanID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    /// Creates the ID with this number; `nil` for 0, which is invalid.
    package init?(rawValue: UInt64) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    package init() {
        rawValue = .random(in: 1...UInt64.max)
    }

    /// Creates the ID for a seed and a position; with one seed, two positions practically never get the same ID.
    init(_ seed: UInt64, at position: UInt64) {
        // SplitMix64 maps different positions to different numbers. The invalid ID 0 is replaced by another number.
        var mixed = seed &+ position &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        rawValue = mixed == 0 ? 0x9E37_79B9_7F4A_7C15 : mixed
    }

    /// The ID in the format of W3C: 16 hexadecimal digits in lower case.
    public var description: String { Hexadecimal.text(of: [rawValue]) }
}

/// The identifier of a trace; the trace contains the spans of a group and of the servers that the group reaches.
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
    package let high: UInt64
    package let low: UInt64

    /// Creates the ID with these two numbers; `nil` if both are 0, which is invalid.
    package init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        (self.high, self.low) = (high, low)
    }

    package init() {
        (high, low) = (.random(in: 1...UInt64.max), .random(in: 1...UInt64.max))
    }

    /// The ID in the format of W3C: 32 hexadecimal digits in lower case.
    public var description: String { Hexadecimal.text(of: [high, low]) }
}

package enum Hexadecimal {
    /// Returns the numbers as one hexadecimal text, with this number of digits for each.
    package static func text(of numbers: [UInt64], digits: Int = 16) -> String {
        String(unsafeUninitializedCapacity: digits * numbers.count) { text in
            var end = 0
            for number in numbers {
                for position in 1...digits {
                    let digit = UInt8(truncatingIfNeeded: number >> (4 * (digits - position))) & 15
                    text[end] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                    end += 1
                }
            }
            return end
        }
    }

    /// Parses a hexadecimal number of at most sixteen digits in lower case.
    static func number(_ text: some Collection<UInt8>) -> UInt64? {
        let number = UInt64(String(decoding: text, as: UTF8.self), radix: 16)
        // Parsing alone would accept capital letters and a sign.
        return number.flatMap {
            self.text(of: [$0], digits: text.count).utf8.elementsEqual(text) ? $0 : nil
        }
    }
}

/// A text as bytes, because interpolating into a `String` takes several times as long.
struct UTF8Text: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    private(set) var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
        bytes.reserveCapacity(literalCapacity + 64 * interpolationCount)
    }

    init(stringInterpolation: UTF8Text) { self = stringInterpolation }

    init(stringLiteral text: StaticString) { appendLiteral(text) }

    // Unlike a `String`, a `StaticString` has no owner to retain.
    mutating func appendLiteral(_ text: StaticString) {
        bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    mutating func append(_ text: String, times: Int) {
        // Appending `text.utf8` takes several times as long.
        var text = text
        text.withUTF8 { for _ in 0..<times { bytes += $0 } }
    }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        append(value.description, times: 1)
    }

    mutating func appendInterpolation(_ text: UTF8Text) { bytes += text.bytes }

    static func += (text: inout UTF8Text, other: UTF8Text) { text.bytes += other.bytes }

    static func += (text: inout String, other: UTF8Text) {
        text += String(decoding: other.bytes, as: UTF8.self)
    }
}

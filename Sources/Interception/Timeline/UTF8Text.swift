/// A text as bytes, because interpolating into a `String` takes several times as long.
struct UTF8Text: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    private(set) var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
        bytes.reserveCapacity(literalCapacity + 64 * interpolationCount)
    }

    init(stringInterpolation: UTF8Text) { self = stringInterpolation }

    init(stringLiteral text: String) { appendLiteral(text) }

    mutating func appendLiteral(_ text: String) { append(text, times: 1) }

    mutating func append(_ text: String, times: Int) {
        // Appending `text.utf8` takes several times as long.
        var text = text
        text.withUTF8 { for _ in 0..<times { bytes += $0 } }
    }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        appendLiteral(value.description)
    }

    mutating func appendInterpolation(_ text: UTF8Text) { bytes += text.bytes }

    static func += (text: inout UTF8Text, other: UTF8Text) { text.bytes += other.bytes }

    static func += (text: inout String, other: UTF8Text) {
        text += String(decoding: other.bytes, as: UTF8.self)
    }
}

@testable import InterceptionTestSupport

/// A body that may be an envelope, generated from a seed.
private struct Body {
    private var random: SeededGenerator
    private(set) var bytes: [UInt8] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: bytes = (0..<length(40)).map { _ in UInt8.random(in: 0...255, using: &random) }
        case 1: bytes = (0..<length(30)).flatMap { _ in Array(pick(Self.pieces).utf8) }
        default: bytes = Array(envelope().utf8)
        }
        while Int.random(in: 0..<5, using: &random) < 2 { mutate() }
    }

    private static let pieces = [
        "{", "}", "[", "]", ",", ":", " ", "\n", "\"", "\\", "\\u", "0", "1", "-", ".", "e", "+",
        "null", "true", "false", "\"code\"", "\"data\"", "\"message\"", "\"code\":0", "\0",
    ]

    private static let scalars = [
        "0", "0", "0", "1", "-7", "0.0", "0e0", "9223372036854775807", "true", "false", "null",
        #""""#,
        #""0""#, #""ok""#, #""a\"b\\c\/\b\f\n\r\t""#, #""é\u00e9😀\ud83d\ude00""#, #""\u0000""#,
        "\"\u{FEFF}\"",
    ]

    private static let oddities = [
        "-0", "00", "1e999", "123456789012345678901234567890", "9223372036854775808", "nul", "NaN",
        "-", #""\ud800""#, #""\udc00\ud800""#, #""\ud800\u0041""#, #""\x""#, #""\u12""#, "\"\0\"",
        "\"\u{1F}\"", "'a'", "/*a*/0", "\u{A0}0",
    ]

    private static let names = [
        "code", "code", "message", "data", "data", "more", #"c\u006Fde"#, #"d\u0061ta"#, "Code",
        "code ", #"\ud800"#, "",
    ]

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private mutating func length(_ limit: Int) -> Int { Int.random(in: 0...limit, using: &random) }

    private mutating func envelope() -> String {
        var fields = [#""code"\#(space()):0"#]
        if Bool.random(using: &random) { fields.append(#""data":\#(value(depth: 0))"#) }
        if Bool.random(using: &random) { fields[0] = #""code":\#(scalar())"# }
        if Bool.random(using: &random) { fields.append(#""message":\#(scalar())"#) }
        for _ in 0..<length(2) {
            fields.append("\"\(pick(Self.names))\"\(space()):\(space())\(value(depth: 0))")
        }
        fields.shuffle(using: &random)
        return "\(space()){" + fields.joined(separator: ",\(space())") + "}\(space())"
    }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where depth < 4:
            let elements = (0..<length(3)).map { _ in value(depth: depth + 1) }
            return "[" + elements.joined(separator: space() + ",") + "]"
        case 1 where depth < 4:
            let fields = (0..<length(3)).map { _ in
                "\"\(pick(Self.names))\":\(value(depth: depth + 1))"
            }
            return "{" + fields.joined(separator: ",") + "}"
        case 2 where depth == 0 && Int.random(in: 0..<20, using: &random) == 0:
            let depth = length(600)
            return String(repeating: "[", count: depth) + "0" + String(repeating: "]", count: depth)
        default: return scalar()
        }
    }

    private mutating func scalar() -> String {
        pick(Int.random(in: 0..<12, using: &random) == 0 ? Self.oddities : Self.scalars)
    }

    private mutating func space() -> String { pick(["", "", "", " ", "\t\r\n"]) }

    private mutating func mutate() {
        let place = length(bytes.count)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1: bytes.insert(contentsOf: Array(pick(Self.pieces).utf8), at: place)
        case 2 where place < bytes.count: bytes.remove(at: place)
        case 3 where place < bytes.count:
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 4: bytes.removeSubrange(place...)
        case 5: bytes.insert(contentsOf: bytes[place...], at: place)
        case 6: bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: pick([0, 0, place]))
        case 7: bytes = bytes.flatMap { [$0, 0] }
        default: bytes.append(contentsOf: Array(pick(Self.pieces).utf8))
        }
    }
}

// A minute and a half under ThreadSanitizer on a busy machine, a few seconds without.
@Suite(.timeLimit(.minutes(10)))
struct `Arbitrary response bodies` {
    let envelope = ResponseEnvelope()
    let seeds = UInt64(0)..<100_000

    @Test func `an envelope accepts the same bodies as a strict JSON reader`() throws {
        let url = try #require(URL(string: "http://a.test"))
        let response = URLResponse(
            url: url,
            mimeType: nil,
            expectedContentLength: 0,
            textEncodingName: nil
        )
        var (successes, rejections) = (0, 0)
        for seed in seeds {
            let body = Data(Body(seed: seed).bytes)
            let verdict = EnvelopeVerdict(body)
            let comment = Comment(
                rawValue: "seed \(seed): \(String(decoding: body, as: UTF8.self))"
            )
            do {
                try envelope.validator(LoadedResponse(data: body, response: response))
                successes += 1
                guard case .success(let payload) = verdict else {
                    Issue.record(comment)
                    break
                }
                try checkPayload(of: body, payload, comment)
            } catch let error as EnvelopeError {
                if error.code != nil { rejections += 1 }
                let expected: EnvelopeVerdict = error.code.map { .rejected($0) } ?? .invalid
                guard verdict == expected, error.rawJSON == body else {
                    Issue.record(comment)
                    break
                }
            }
            if Task.isCancelled { break }
        }
        // Otherwise the bodies would prove nothing.
        #expect(successes > 5_000)
        #expect(rejections > 5_000)
    }

    private func checkPayload(of body: Data, _ payload: [StrictJSON], _ comment: Comment) throws {
        _ = try envelope.decode(NoPayload.self, from: body)
        let number = try? envelope.decode(Int?.self, from: body)
        switch payload.first {
        case nil, .null: #expect(number == .some(nil), comment)
        case .number(let literal):
            // Decoders differ in whether 0.0 is an integer.
            if let whole = Int(literal) { #expect(number == whole, comment) }
        default: #expect(number == nil, comment)
        }
        let text = try? envelope.decode(String.self, from: body)
        if case .string(let expected) = payload.first {
            #expect(text == expected, comment)
        } else {
            #expect(text == nil, comment)
        }
    }
}

@testable import InterceptionTestSupport

/// A strict and recursive reader of JSON that shares no code with the reader of the library, and builds a tree.
indirect enum StrictJSON: Equatable {
    case null
    case boolean(Bool)
    case number(String)
    /// `nil` if the escapes represent no valid text.
    case string(String?)
    case array([StrictJSON])
    case object([Field])

    struct Field: Equatable {
        let name: String?
        let value: StrictJSON
    }

    /// Returns `nil` for data that is not JSON in UTF-8.
    init?(_ data: Data) {
        let text = String(decoding: data, as: UTF8.self)
        // Decoding has replaced invalid UTF-8.
        guard text.utf8.elementsEqual(data) else { return nil }
        var scalars = Array(text.unicodeScalars)[...]
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        guard let value = Self.value(&scalars) else { return nil }
        Self.space(&scalars)
        guard scalars.isEmpty else { return nil }
        self = value
    }

    private typealias Input = ArraySlice<Unicode.Scalar>

    private static func space(_ input: inout Input) {
        input = input.drop { " \t\n\r".unicodeScalars.contains($0) }
    }

    private static func take(_ word: String, _ input: inout Input) -> Bool {
        guard input.starts(with: word.unicodeScalars) else { return false }
        input = input.dropFirst(word.unicodeScalars.count)
        return true
    }

    private static func value(_ input: inout Input) -> StrictJSON? {
        space(&input)
        if take("null", &input) { return .null }
        if take("true", &input) { return .boolean(true) }
        if take("false", &input) { return .boolean(false) }
        switch input.first {
        case "\"": return string(&input).map(StrictJSON.string)
        case "[": return list(&input, "[", "]", value).map(StrictJSON.array)
        case "{": return list(&input, "{", "}", field).map(StrictJSON.object)
        default: return number(&input)
        }
    }

    private static func list<Element>(
        _ input: inout Input,
        _ open: String,
        _ close: String,
        _ element: (inout Input) -> Element?
    ) -> [Element]? {
        guard take(open, &input) else { return nil }
        space(&input)
        if take(close, &input) { return [] }
        var elements: [Element] = []
        while true {
            guard let next = element(&input) else { return nil }
            elements.append(next)
            space(&input)
            if take(close, &input) { return elements }
            guard take(",", &input) else { return nil }
        }
    }

    private static func field(_ input: inout Input) -> Field? {
        space(&input)
        guard let name = string(&input) else { return nil }
        space(&input)
        guard take(":", &input), let value = value(&input) else { return nil }
        return Field(name: name, value: value)
    }

    private static func number(_ input: inout Input) -> StrictJSON? {
        let start = input
        func digits() -> Bool {
            let count = input.prefix { ("0"..."9").contains($0) }.count
            input = input.dropFirst(count)
            return count > 0
        }
        _ = take("-", &input)
        guard take("0", &input) || digits() else { return nil }
        if take(".", &input), !digits() { return nil }
        if take("e", &input) || take("E", &input) {
            _ = take("+", &input) || take("-", &input)
            guard digits() else { return nil }
        }
        let literal = start[start.startIndex..<input.startIndex]
        return .number(String(String.UnicodeScalarView(literal)))
    }

    /// Returns `nil` if this is no string, and an inner `nil` if its text is invalid.
    private static func string(_ input: inout Input) -> String?? {
        guard take("\"", &input) else { return nil }
        var units: [UInt16] = []
        while let scalar = input.popFirst() {
            switch scalar {
            case "\"":
                let text = String(decoding: units, as: UTF16.self)
                return .some(text.utf16.elementsEqual(units) ? text : nil)
            case "\\":
                guard let unit = escape(&input) else { return nil }
                units.append(unit)
            case "\0"..<" ": return nil
            default: units += Array(String(scalar).utf16)
            }
        }
        return nil
    }

    private static func escape(_ input: inout Input) -> UInt16? {
        switch input.popFirst() {
        case "\"": return 0x22
        case "\\": return 0x5C
        case "/": return 0x2F
        case "b": return 0x08
        case "f": return 0x0C
        case "n": return 0x0A
        case "r": return 0x0D
        case "t": return 0x09
        case "u":
            let digits = input.prefix(4)
            guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else {
                return nil
            }
            input = input.dropFirst(4)
            return UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
        default: return nil
        }
    }
}

/// The result of a strict reader for an envelope with the usual keys and the success code 0.
enum EnvelopeVerdict: Equatable {
    case success(payload: [StrictJSON])
    case rejected(EnvelopeCode)
    case invalid

    init(_ data: Data) {
        guard case .object(let fields) = StrictJSON(data) else {
            self = .invalid
            return
        }
        func values(_ name: String) -> [StrictJSON] {
            fields.filter { $0.name == name }.map(\.value)
        }
        let codes = values("code")
        guard codes.count == 1, let code = codes.first.flatMap(Self.code) else {
            self = .invalid
            return
        }
        guard code == .integer(0) else {
            self = .rejected(code)
            return
        }
        let messages = values("message")
        let isReadable =
            switch messages.first {
            case nil, .null, .string(.some): messages.count < 2
            default: false
            }
        let payload = values("data")
        self = isReadable && payload.count < 2 ? .success(payload: payload) : .invalid
    }

    private static func code(_ value: StrictJSON) -> EnvelopeCode? {
        switch value {
        case .boolean(let flag): .boolean(flag)
        case .string(let text?): .string(text)
        case .number(let literal): Int(literal).map(EnvelopeCode.integer)
        default: nil
        }
    }
}

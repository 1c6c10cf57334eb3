import Foundation

/// The positions of an envelope's fields in the JSON of a body.
///
/// A field that occurs twice is an error. `JSONDecoder` does not detect such a field, and decodes the first or the
/// last value, depending on the platform.
struct EnvelopeFields {
    private let data: Data
    private var places: [String: [Range<Int>]] = [:]

    init(_ names: [String], in data: Data) throws(EnvelopeError) {
        self.data = data
        // The scanner checks ASCII bytes only, so check the encoding here.
        guard String(data: data, encoding: .utf8) != nil, let isObject = try? find(names)
        else { throw error(.malformedJSON) }
        if !isObject { throw error(.notAnObject) }
    }

    /// Finds the fields; returns `false` if the JSON is not an object.
    private mutating func find(_ names: [String]) throws(JSONScanner.SyntaxError) -> Bool {
        var scanner = JSONScanner([UInt8](data))
        let isObject = scanner.take("{")
        if !isObject {
            _ = try scanner.takeValue()
        } else if !scanner.take("}") {
            repeat {
                let name = text(slice(try scanner.takeName()))
                let value = try scanner.takeValue()
                if let name, names.contains(name) { places[name, default: []].append(value) }
            } while scanner.take(",")
            guard scanner.take("}") else { throw JSONScanner.SyntaxError() }
        }
        try scanner.takeEnd()
        return isObject
    }
}

// MARK: - Reading

extension EnvelopeFields {
    enum Value {
        case missing
        case null
        case boolean(Bool)
        /// A string; `nil` if its escapes are invalid text, such as half a surrogate pair.
        case string(String?)
        case other(Data)
    }

    func error(_ reason: EnvelopeError.Reason) -> EnvelopeError {
        EnvelopeError(reason: reason, rawJSON: data)
    }

    func json(_ name: String) throws(EnvelopeError) -> Data? {
        let places = places[name, default: []]
        if places.count > 1 { throw error(.duplicateField(name)) }
        return places.first.map(slice)
    }

    func value(_ name: String) throws(EnvelopeError) -> Value {
        guard let json = try json(name) else { return .missing }
        switch json.first {
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "t"): return .boolean(true)
        case UInt8(ascii: "f"): return .boolean(false)
        case UInt8(ascii: "\""): return .string(text(json))
        default: return .other(json)
        }
    }

    private func slice(_ place: Range<Int>) -> Data {
        data[data.startIndex + place.lowerBound..<data.startIndex + place.upperBound]
    }

    private func text(_ json: Data) -> String? {
        guard json.contains(UInt8(ascii: "\\")) else {
            return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONDecoder().decode(String.self, from: json)
    }
}

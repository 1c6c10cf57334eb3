import Foundation

/// The fields of an envelope as they stand in a body: where the value of each is.
///
/// Read strictly and by one rule everywhere: of a name that is there twice the decoders of one
/// platform take the first and those of another the last, and neither says so.
struct EnvelopeFields {
    private let data: Data
    private var places: [String: [Range<Int>]] = [:]
    private var isObject = false

    /// Finds the fields.
    init(_ names: [String], in data: Data) throws(EnvelopeError) {
        self.data = data
        // The scanner looks at nothing beyond ASCII.
        guard String(data: data, encoding: .utf8) != nil else { throw error(.malformedJSON) }
        do {
            try find(names, by: JSONScanner([UInt8](data)))
        } catch {
            throw self.error(.malformedJSON)
        }
        if !isObject { throw error(.notAnObject) }
    }

    private mutating func find(
        _ names: [String],
        by scanner: JSONScanner
    ) throws(JSONScanner.SyntaxError) {
        var scanner = scanner
        isObject = scanner.take("{")
        if !isObject {
            _ = try scanner.takeValue()
        } else if !scanner.take("}") {
            repeat {
                let name = text(try scanner.takeName())
                let value = try scanner.takeValue()
                if let name, names.contains(name) { places[name, default: []].append(value) }
            } while scanner.take(",")
            guard scanner.take("}") else { throw JSONScanner.SyntaxError() }
        }
        try scanner.takeEnd()
    }
}

// MARK: - Reading

extension EnvelopeFields {
    /// What a field holds.
    enum Value {
        case missing
        case null
        case boolean(Bool)
        /// A string; `nil` if its escapes are those of no text, such as half a surrogate pair.
        case string(String?)
        /// A number, an array or an object.
        case other(Data)
    }

    func error(_ reason: EnvelopeError.Reason) -> EnvelopeError {
        EnvelopeError(reason, rawJSON: data)
    }

    /// The JSON of a field, or `nil` if it is missing.
    func json(_ name: String) throws(EnvelopeError) -> Data? {
        let places = places[name, default: []]
        if places.count > 1 { throw error(.duplicateField(name)) }
        return places.first.map(slice)
    }

    /// Reads a field.
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

    private func text(_ place: Range<Int>) -> String? {
        text(slice(place))
    }

    /// The text of a JSON string, quotes and all.
    private func text(_ json: Data) -> String? {
        guard json.contains(UInt8(ascii: "\\")) else {
            return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONDecoder().decode(String.self, from: json)
    }
}

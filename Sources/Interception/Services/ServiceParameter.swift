import Foundation

/// The parameters of a service, or a single parameter, as a JSON value.
package enum ServiceParameter: Hashable {
    /// The absence of a value; as the whole set of parameters, `null` means that the call sends no parameters.
    case null
    /// A boolean, written as `true` or `false` in a query.
    case boolean(Bool)
    case integer(Int)
    /// A whole number above the range of `Int`.
    case unsigned(UInt64)
    /// A floating-point number, which has to be finite.
    case number(Double)
    case string(String)
    /// Several values; a query repeats the parameter for each value.
    case array([ServiceParameter])
    /// Named values; a query and a form accept named values only as the whole set of parameters.
    case object([String: ServiceParameter])

    /// Encodes the parameters of a call; throws `EncodingError`, or any error that the encoding of `value` throws.
    init(encoding value: some Encodable) throws {
        // Encode an array, because not every encoder accepts a single value.
        let data = try JSONEncoder().encode([value])
        self = try JSONDecoder().decode([ServiceParameter].self, from: data).first ?? .null
    }
}

extension ServiceParameter: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        func decoded<Value: Decodable>(_ make: (Value) -> Self) -> Self? {
            (try? container.decode(Value.self)).map(make)
        }
        self =
            try (container.decodeNil() ? .null : nil)
            ?? decoded(Self.boolean) ?? decoded(Self.integer) ?? decoded(Self.unsigned)
            ?? decoded(Self.number) ?? decoded(Self.string) ?? decoded(Self.array)
            ?? .object(container.decode([String: ServiceParameter].self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .unsigned(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let fields): try container.encode(fields)
        }
    }
}

extension ServiceParameter {
    /// The text of a single value; `nil` for arrays, objects, ``null``, NaN and the infinities.
    var text: String? {
        switch self {
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .number(let number): number.isFinite ? "\(number)" : nil
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }
}

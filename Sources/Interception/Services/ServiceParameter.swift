/// A parameter of a ``ServiceDefinition``, or all of them: what JSON can say, written as literals.
///
/// ```swift
/// let parameters: ServiceParameter = ["id": 7, "tags": ["new"], "user": .string(name)]
/// ```
///
/// ``null`` is sent as such in a JSON body, and left out of a query or a form.
public enum ServiceParameter: Hashable, Sendable {
    /// Nothing; in place of all parameters: no body.
    case null
    /// A boolean, `true` or `false` in a query.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number, which has to be finite.
    case number(Double)
    /// A string, sent as it is; whatever has to be encoded is.
    case string(String)
    /// Several values; in a query the parameter is repeated for each.
    case array([ServiceParameter])
    /// Values with names; in a query only around all parameters.
    case object([String: ServiceParameter])
}

extension ServiceParameter: ExpressibleByNilLiteral {
    /// Makes a parameter that is ``null``.
    public init(nilLiteral: ()) {
        self = .null
    }
}

extension ServiceParameter: ExpressibleByBooleanLiteral {
    /// Makes a parameter that is a boolean.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension ServiceParameter: ExpressibleByIntegerLiteral {
    /// Makes a parameter that is a whole number.
    public init(integerLiteral value: Int) {
        self = .integer(value)
    }
}

extension ServiceParameter: ExpressibleByFloatLiteral {
    /// Makes a parameter that is a number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }
}

extension ServiceParameter: ExpressibleByStringInterpolation {
    /// Makes a parameter that is a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension ServiceParameter: ExpressibleByArrayLiteral {
    /// Makes a parameter of several values.
    public init(arrayLiteral elements: ServiceParameter...) {
        self = .array(elements)
    }
}

extension ServiceParameter: ExpressibleByDictionaryLiteral {
    /// Makes parameters with names; of two with the same name the later one holds.
    public init(dictionaryLiteral elements: (String, ServiceParameter)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension ServiceParameter: Encodable {
    /// Encodes the parameter as what it stands for.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let fields): try container.encode(fields)
        }
    }
}

extension ServiceParameter {
    /// The text of a single value; `nil` for several, for none and for what is no number.
    var text: String? {
        switch self {
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .number(let number): number.isFinite ? "\(number)" : nil
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }
}

/// A parameter of a ``ServiceDefinition``, or all of its parameters: a JSON value, written as a literal.
///
/// ```swift
/// let parameters: ServiceParameter = ["id": 7, "tags": ["new"], "user": .string(name)]
/// ```
///
/// A ``null`` is sent in a JSON body, and omitted from a query or a form.
public enum ServiceParameter: Hashable, Sendable {
    /// The absence of a value; in place of all parameters it means no body.
    case null
    /// A boolean, written as `true` or `false` in a query.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A floating-point number, which has to be finite.
    case number(Double)
    /// A string, not yet encoded.
    case string(String)
    /// Several values; a query repeats the parameter for each.
    case array([ServiceParameter])
    /// Named values; a query and a form accept them only as the whole set of parameters.
    case object([String: ServiceParameter])
}

extension ServiceParameter: ExpressibleByNilLiteral {
    /// Creates ``null``.
    public init(nilLiteral: ()) {
        self = .null
    }
}

extension ServiceParameter: ExpressibleByBooleanLiteral {
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension ServiceParameter: ExpressibleByIntegerLiteral {
    /// Creates an integer.
    public init(integerLiteral value: Int) {
        self = .integer(value)
    }
}

extension ServiceParameter: ExpressibleByFloatLiteral {
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }
}

extension ServiceParameter: ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension ServiceParameter: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: ServiceParameter...) {
        self = .array(elements)
    }
}

extension ServiceParameter: ExpressibleByDictionaryLiteral {
    /// Creates named values; if a name occurs twice, the later value wins.
    public init(dictionaryLiteral elements: (String, ServiceParameter)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension ServiceParameter: Encodable {
    /// Encodes the parameter as the JSON value that it represents.
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
    /// The text of a single value; `nil` for arrays, objects, ``null``, NaN and the infinities.
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

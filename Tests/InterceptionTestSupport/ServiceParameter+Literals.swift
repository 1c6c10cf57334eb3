package import Interception

extension ServiceParameter: ExpressibleByNilLiteral {
    package init(nilLiteral: ()) { self = .null }
}

extension ServiceParameter: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension ServiceParameter: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self = .integer(value) }
}

extension ServiceParameter: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) { self = .number(value) }
}

extension ServiceParameter: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self = .string(value) }
}

extension ServiceParameter: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: ServiceParameter...) { self = .array(elements) }
}

extension ServiceParameter: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, ServiceParameter)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

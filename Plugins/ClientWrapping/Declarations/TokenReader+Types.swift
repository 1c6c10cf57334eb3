// Parses types from tokens.
extension TokenReader {
    private static let prefixes: Set<String> = [
        "inout", "consuming", "borrowing", "sending", "isolated", "nonisolated", "some", "any",
        "repeat", "each", "__owned", "__shared", "_const",
    ]

    /// Parses a type, with its attributes and modifiers.
    mutating func type() throws -> TypeSyntax {
        if let prefix = try typePrefix() { return .prefixed(prefix, try type()) }
        var parts = [try postfixedType()]
        while take("&") { parts.append(try postfixedType()) }
        return parts.count == 1 ? parts[0] : .composition(parts)
    }

    private mutating func typePrefix() throws -> String? {
        if take("~") { return "~" }
        let sign = take("@") ? "@" : ""
        guard !sign.isEmpty || Self.prefixes.contains(where: isNext) else { return nil }
        let prefix = sign + (try takeWord().text)
        // Only these prefixes have arguments. After any other prefix, a parenthesis begins the type.
        let hasArguments = ["@convention", "@isolated", "nonisolated"].contains(prefix)
        return hasArguments ? prefix + (try bracketedText()) : prefix
    }

    private mutating func postfixedType() throws -> TypeSyntax {
        var type = try simpleType()
        while true {
            if take("?") {
                type = .optional(type)
            } else if take("!") {
                type = .optional(type, mark: "!")
            } else if take(".") {
                let name = try namedType()
                // The identifier of the member identifies the type without `Self`, so drop `Self`.
                let isOfSelf = type == .name("Self") && name.precise != nil
                type = isOfSelf ? .named(name) : .member(type, name)
            } else {
                return type
            }
        }
    }

    private mutating func simpleType() throws -> TypeSyntax {
        if isNext("~") { return try type() }
        if take("[") {
            let element = try type()
            let value = take(":") ? try type() : nil
            try expect("]")
            return value.map { .dictionary(element, $0) } ?? .array(element)
        }
        guard isNext("(") else { return .named(try namedType()) }
        let elements = try tupleElements()
        guard isNext("->") || isNext("async") || isNext("throws") else {
            // Parentheses around a single type do not make a tuple, so return the type.
            let isTuple =
                elements.count != 1 || elements[0].label != nil || elements[0].type.isExpansion
            return isTuple ? .tuple(elements) : elements[0].type
        }
        var function = FunctionType(parameters: elements, result: .void)
        function.isAsync = take("async")
        function.throwing = try throwing()
        try expect("->")
        function.result = try type()
        return .function(function)
    }

    mutating func throwing() throws -> FunctionType.Throwing {
        if take("rethrows") { return .rethrows }
        guard take("throws") else { return .nothing }
        guard take("(") else { return .anything }
        let error = try type()
        try expect(")")
        return .only(error)
    }

    private mutating func namedType() throws -> NamedType {
        let word = try takeWord()
        // In a type that is not a class, symbol graphs spell `Self` with backticks.
        let text = word.text == "`Self`" ? "Self" : word.text
        var name = NamedType(name: text, precise: word.precise)
        if isNext("<") { name.arguments = try elements("<>") { try $0.type() } }
        return name
    }

    /// Parses the elements of a tuple, of a parameter list, or of an enumeration case.
    mutating func tupleElements() throws -> [TupleElement] {
        try elements("()") { reader in
            let names = reader.labels()
            let type = try reader.type()
            let isVariadic = reader.take("...")
            // A value of an enumeration case may have a default value.
            if reader.take("=") { reader.text(upTo: [",", ")"]) }
            let label = names.isEmpty ? nil : names.list(" ")
            return TupleElement(label: label, type: isVariadic ? .prefixed("variadic", type) : type)
        }
    }
}

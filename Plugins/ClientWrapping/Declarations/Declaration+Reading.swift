extension Declaration {
    init(_ symbol: Symbol) throws(UnreadableDeclaration) {
        var reader = TokenReader(TokenList(symbol.declarationFragments ?? []))
        self = try reader.declaration()
    }

    static func aliasedType(_ symbol: Symbol) throws(UnreadableDeclaration) -> TypeSyntax {
        var reader = TokenReader(TokenList(symbol.declarationFragments ?? []))
        while let token = reader.next, token.text != "=" { reader.skip() }
        try reader.expect("=")
        return try reader.type()
    }
}

extension TokenReader {
    mutating func declaration() throws(UnreadableDeclaration) -> Declaration {
        var declaration = Declaration()
        try readAttributes(&declaration)
        switch try takeWord().text {
        case "func":
            declaration.name = try takeWord().text.withoutBackticks
            declaration.generics = try genericParameters()
            try readSignature(&declaration)
        case let keyword where keyword == "var" || keyword == "let":
            declaration.kind = keyword == "var" ? .property : .constant
            declaration.name = try takeWord().text.withoutBackticks
            try expect(":")
            declaration.result = try type()
        case let keyword: throw UnreadableDeclaration(expected: "func, var or let", found: keyword)
        }
        declaration.requirements = try requirements()
        declaration.accessors = try accessors(of: &declaration)
        guard isAtEnd else { throw UnreadableDeclaration(expected: "the end", found: next?.text) }
        return declaration
    }

    private mutating func readAttributes(
        _ declaration: inout Declaration
    ) throws(UnreadableDeclaration) {
        while let token = next {
            if take("@") {
                let word = try takeWord()
                let attribute = "@" + word.text
                if let precise = word.precise { declaration.attributeTypes[attribute] = precise }
                declaration.attributes.append(attribute + (try bracketedText()))
            } else if ["func", "var", "let", "subscript"].contains(token.text) {
                return
            } else {
                // The word is a modifier. In `class func` and `class var`, `class` is a modifier too.
                declaration.modifiers.insert(try takeWord().text + bracketedText())
            }
        }
    }

    /// Reads parentheses with their contents; returns an empty text if no parenthesis follows.
    mutating func bracketedText() throws(UnreadableDeclaration) -> String {
        guard isNext("("), let start = next?.range.lowerBound else { return "" }
        try skipBrackets()
        return list.text(start..<list.tokens[position - 1].range.upperBound)
    }

    private mutating func readSignature(
        _ declaration: inout Declaration
    ) throws(UnreadableDeclaration) {
        declaration.parameters = try parameters()
        declaration.isAsync = take("async")
        if take("rethrows") {
            declaration.isRethrowing = true
        } else {
            declaration.throwing = try throwing()
        }
        if take("->") { declaration.result = try type() }
    }

    private mutating func genericParameters() throws(UnreadableDeclaration) -> [GenericParameter] {
        guard take("<") else { return [] }
        var parameters: [GenericParameter] = []
        repeat {
            let isPack = take("each")
            let isValue = take("let")
            var parameter = GenericParameter(
                name: try takeWord().text,
                isPack: isPack,
                isValue: isValue
            )
            if take(":") { parameter.bound = try type() }
            parameters.append(parameter)
        } while take(",")
        try expect(">")
        return parameters
    }

    private mutating func parameters() throws(UnreadableDeclaration) -> [Parameter] {
        try expect("(")
        var parameters: [Parameter] = []
        while !isNext(")") {
            var attributes: [NamedType] = []
            while take("@") {
                let word = try takeWord()
                attributes.append(NamedType(name: word.text, precise: word.precise))
                if isNext("(") { try skipBrackets() }
            }
            let first = try takeWord().text.withoutBackticks
            let second = isNext(":") ? nil : try takeWord().text.withoutBackticks
            try expect(":")
            let label = first == "_" ? nil : first
            var parameter = Parameter(label: label, name: second ?? first, type: try type())
            parameter.attributes = attributes
            parameter.isVariadic = take("...")
            if take("=") { parameter.defaultValue = try text(upTo: [",", ")"]) }
            parameters.append(parameter)
            if !take(",") { break }
        }
        try expect(")")
        // The wrapper passes the value of each parameter to the client, so a parameter without a name gets a name.
        for position in parameters.indices where parameters[position].name == "_" {
            let names = Set(parameters.map(\.name))
            parameters[position].name =
                LocalNames.distinct(["value\(position + 1)"], besides: names)[0]
        }
        return parameters
    }

    private mutating func requirements() throws(UnreadableDeclaration) -> [GenericRequirement] {
        guard take("where") else { return [] }
        var requirements: [GenericRequirement] = []
        repeat {
            let left = try type()
            let relation = take(":") ? ":" : "=="
            if relation == "==" { try expect("==") }
            requirements.append(
                GenericRequirement(left: left, relation: relation, right: try type())
            )
        } while take(",")
        return requirements
    }

    private mutating func accessors(
        of declaration: inout Declaration
    ) throws(UnreadableDeclaration) -> Set<Declaration.Accessor>? {
        guard take("{") else { return nil }
        var accessors: Set<Declaration.Accessor> = []
        while !isNext("}") {
            let word = try takeWord().text
            guard let accessor = Declaration.Accessor(rawValue: word) else {
                throw UnreadableDeclaration(expected: "get or set", found: word)
            }
            accessors.insert(accessor)
            if accessor == .async { declaration.isAsync = true }
            guard accessor == .throws else { continue }
            declaration.throwing = .anything
            if take("(") {
                declaration.throwing = .only(try type())
                try expect(")")
            }
        }
        try expect("}")
        return accessors
    }
}

extension String {
    var withoutBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}

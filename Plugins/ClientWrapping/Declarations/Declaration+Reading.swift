extension Declaration {
    /// Reads the declaration of a symbol.
    init(_ symbol: Symbol) throws(UnreadableDeclaration) {
        var reader = TokenReader(TokenList(symbol.declarationFragments ?? []))
        self = try reader.declaration()
    }

    /// What an alias stands for.
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
            declaration.name = try methodName()
            declaration.generics = try genericParameters()
            try readSignature(&declaration)
        case let keyword where keyword == "var" || keyword == "let":
            declaration.kind = keyword == "var" ? .property : .constant
            declaration.name = try takeWord().text.withoutBackticks
            try expect(":")
            declaration.result = try type()
        case "subscript":
            declaration.kind = .subscript
            declaration.name = "subscript"
            declaration.generics = try genericParameters()
            try readSignature(&declaration)
        default:
            throw UnreadableDeclaration(expected: "func, var, let or subscript", found: "another")
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
                // `class func` and `class var` are modifiers, too.
                declaration.modifiers.insert(try takeWord().text + bracketedText())
            }
        }
    }

    /// What stands in the brackets that are next, with them; nothing if none are.
    private mutating func bracketedText() throws(UnreadableDeclaration) -> String {
        guard isNext("("), let start = next?.range.lowerBound else { return "" }
        try skipBrackets()
        return list.text(start..<list.tokens[position - 1].range.upperBound)
    }

    private mutating func methodName() throws(UnreadableDeclaration) -> String {
        guard next?.kind == .word else {
            throw UnreadableDeclaration(expected: "the name of a method", found: next?.text)
        }
        return try takeWord().text.withoutBackticks
    }

    private mutating func readSignature(
        _ declaration: inout Declaration
    ) throws(UnreadableDeclaration) {
        declaration.parameters = try parameters(ofSubscript: declaration.kind == .subscript)
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

    private mutating func parameters(
        ofSubscript isSubscript: Bool
    ) throws(UnreadableDeclaration) -> [Parameter] {
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
            // What a subscript calls its parameter is no label of it.
            let label = first == "_" || isSubscript && second == nil ? nil : first
            var parameter = Parameter(label: label, name: second ?? first, type: try type())
            parameter.attributes = attributes
            parameter.isVariadic = take("...")
            if take("=") { parameter.defaultValue = try text(upTo: [",", ")"]) }
            parameters.append(parameter)
            if !take(",") { break }
        }
        try expect(")")
        // What has no name of its own needs one to be passed on.
        for position in parameters.indices where parameters[position].name == "_" {
            var name = "value\(position + 1)"
            while parameters.contains(where: { $0.name == name }) { name += "_" }
            parameters[position].name = name
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
    /// The name itself.
    var withoutBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}

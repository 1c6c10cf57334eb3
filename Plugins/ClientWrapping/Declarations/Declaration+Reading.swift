// Parses the declaration of a symbol from the tokens of its symbol graph.
extension Declaration {
    init(_ symbol: Symbol) throws {
        var reader = TokenReader(list: symbol.tokens)
        self = try reader.declaration()
    }
}

extension TokenReader {
    mutating func declaration() throws -> Declaration {
        var declaration = Declaration()
        try readAttributes(&declaration)
        switch next?.text {
        case "func":
            take("func")
            declaration.name = try takeWord().text.withoutBackticks
            declaration.generics = try genericParameters()
            declaration.parameters = try parameters()
            declaration.isAsync = take("async")
            declaration.throwing = try throwing()
            if take("->") { declaration.result = try type() }
        case "var", "let":
            declaration.kind = try takeWord().text == "var" ? .property : .constant
            declaration.name = try takeWord().text.withoutBackticks
            try expect(":")
            declaration.result = try type()
        default: throw unreadable("func, var or let")
        }
        declaration.requirements = try requirements()
        if take("{") { try readAccessors(&declaration) }
        guard next == nil else { throw unreadable("the end") }
        return declaration
    }

    mutating func readAttributes(_ declaration: inout Declaration) throws {
        while let token = next, !["func", "var", "let", "subscript"].contains(token.text) {
            if take("@") {
                let (name, arguments) = try attribute()
                declaration.attributeTypes["@" + name.name] = name.precise
                declaration.attributes.append("@" + name.name + arguments)
            } else {
                // The word is a modifier. In `class func` and `class var`, `class` is a modifier too.
                declaration.modifiers.insert(try takeWord().text + bracketedText())
            }
        }
    }

    /// Reads parentheses with their contents; returns an empty text if no parenthesis follows.
    mutating func bracketedText() throws -> String {
        guard isNext("("), let start = next?.range.lowerBound else { return "" }
        try skipBrackets()
        return list.text(start..<list.tokens[position - 1].range.upperBound)
    }

    private mutating func genericParameters() throws -> [GenericParameter] {
        guard isNext("<") else { return [] }
        return try elements("<>") { reader in
            let keyword = reader.take("each") ? "each " : reader.take("let") ? "let " : ""
            var parameter = GenericParameter(keyword: keyword, name: try reader.takeWord().text)
            if reader.take(":") { parameter.bound = try reader.type() }
            return parameter
        }
    }

    private mutating func parameters() throws -> [Parameter] {
        var parameters = try elements("()") { reader in
            var attributes: [NamedType] = []
            while reader.take("@") { attributes.append(try reader.attribute().name) }
            let names = reader.labels().map(\.withoutBackticks)
            guard let name = names.last else { throw reader.unreadable("a name") }
            let label = names[0] == "_" ? nil : names[0]
            var parameter = Parameter(label: label, name: name, type: try reader.type())
            parameter.attributes = attributes
            parameter.isVariadic = reader.take("...")
            if reader.take("=") { parameter.defaultValue = reader.text(upTo: [",", ")"]) }
            return parameter
        }
        // The wrapper passes the value of each parameter to the client, so a parameter without a name gets a name.
        for position in parameters.indices where parameters[position].name == "_" {
            let names = parameters.map(\.name)
            parameters[position].name = "value\(position + 1)".free(besides: names)
        }
        return parameters
    }

    private mutating func requirements() throws -> [GenericRequirement] {
        guard take("where") else { return [] }
        var requirements: [GenericRequirement] = []
        repeat {
            let left = try type()
            let relation = isNext(":") ? ":" : "=="
            try expect(relation)
            let right = try type()
            requirements.append(GenericRequirement(left: left, relation: relation, right: right))
        } while take(",")
        return requirements
    }

    private mutating func readAccessors(_ declaration: inout Declaration) throws {
        declaration.accessors = []
        while !take("}") {
            switch next?.text {
            case "throws": declaration.throwing = try throwing()
            case "async": declaration.isAsync = take("async")
            case "get", "set", "nonmutating", "mutating":
                declaration.accessors?.insert(try takeWord().text)
            default: throw unreadable("get or set")
            }
        }
    }
}

/// What a hint for a callback looks like whose only parameter is a choice of cases.
struct EnumerationHint {
    let types: ClientTypes
    let member: Member

    /// Whether the case sounds like one of many calls.
    static func seemsToRepeat(_ name: String) -> Bool {
        ["progress", "partial", "next", "chunk", "update", "started"]
            .contains { name.lowercased().contains($0) }
    }

    /// Its cases, and the hint that finds the error in them; `nil` for what is no enumeration of the client's.
    func suggestion(for callback: Callback) -> (cases: [String], hint: String?)? {
        guard callback.arity == 1, let name = callback.valueNames.first else { return nil }
        let type = types.meaning(of: callback.function.parameters[0].type.unprefixed.type)
        let (inner, isOptional) = type.unwrappingOptional
        guard let precise = types.meaning(of: inner).precise,
            types.index[precise]?.kind.identifier == "swift.enum"
        else { return nil }
        let cases = types.index.members(of: precise)
            .filter { $0.kind.identifier == "swift.enum.case" }
            .sorted { $0.name < $1.name }
        let names = cases.map { $0.name.prefix { $0 != "(" } }.map { String($0).withoutBackticks }
        if types.isError(inner, in: member) { return (names, "callback { error in error }") }
        let patterns = cases.compactMap { pattern($0, isOptional: isOptional) }
        switch patterns.count {
        case 0: return (names, nil)
        case 1:
            return (
                names,
                "callback { \(name.escaped) in if case \(patterns[0]) = \(name.escaped) { error } else { nil } }"
            )
        default:
            let choices = patterns.map { "case \($0): error; " }.joined()
            return (
                names,
                "callback { \(name.escaped) in switch \(name.escaped) { \(choices)default: nil } }"
            )
        }
    }

    /// The pattern that takes the error out of a case; `nil` for a case without one.
    private func pattern(_ symbol: Symbol, isOptional: Bool) -> String? {
        var reader = TokenReader(TokenList(symbol.declarationFragments ?? []))
        while let token = reader.next, token.text != "(" { reader.skip() }
        guard case .tuple(let values)? = try? reader.associatedValues() else { return nil }
        let errors = values.indices.filter { position in
            let type = types.meaning(of: values[position].type).unwrappingOptional.type
            return types.isError(type, in: member)
        }
        guard errors.count == 1 else { return nil }
        let parts = values.indices.map { $0 == errors[0] ? "let error" : "_" }
        let name = String(symbol.name.prefix { $0 != "(" }).withoutBackticks
        return ".\(name.escapedAfterDot)(\(parts.list()))\(isOptional ? "?" : "")"
    }
}

/// Creates hints for a callback whose only parameter is an enumeration.
struct EnumerationHint {
    let types: ClientTypes
    let member: Member

    static let stemsOfProgress = [
        "progress", "partial", "next", "chunk", "updat", "started",
    ]

    /// A closure that recognizes the progress cases; `nil` if no case has a name such as `progress`.
    func progress(_ callback: Callback) -> String? {
        let (type, isOptional) = types.value(callback.function.parameters[0])
        let names = cases(of: type).map(\.caseName)
            .filter { name in Self.stemsOfProgress.contains(where: name.lowercased().contains) }
        let patterns = names.map { ".\($0.escapedAfterDot)\(isOptional ? "?" : "")" }
        guard !patterns.isEmpty, let name = callback.valueNames.first?.escaped else { return nil }
        return "{ \(name) in switch \(name) { case \(patterns.list()): true; default: false } }"
    }

    /// The role for an enumeration with a success case and a failure case, such as `Result`.
    func role(_ callback: Callback) -> Role? {
        guard callback.hasCallbackRole, callback.arity == 1,
            let (names, hint) = suggestion(for: callback),
            !types.value(callback.function.parameters[0]).isOptional
        else { return nil }
        let type = types.value(callback.function.parameters[0]).type
        func areAll(_ names: [String], _ stems: [String]) -> Bool {
            names.allSatisfy { name in stems.contains(where: name.lowercased().hasPrefix) }
        }
        let failing = patterns(of: type).map { String($0.dropFirst().prefix { $0 != "(" }) }
        let others = names.filter { !failing.contains($0) }
        guard !failing.isEmpty, !others.isEmpty, areAll(failing, ["fail", "error"]),
            areAll(
                others,
                ["succ", "ok", "value", "complet", "done", "finish"]
                    + (callback.soundsLikeOneAnswer ? ["defer", "result", "response", "data"] : [])
            )
        else { return nil }
        return hint.flatMap { try? Role(hint: $0, of: $0) }
    }

    func cases(of type: TypeSyntax) -> [Symbol] {
        (type.precise.map { types.index.members(of: $0) } ?? [])
            .filter { $0.kind.identifier == "swift.enum.case" }.sorted { $0.name < $1.name }
    }

    /// The names of the enumeration's cases, and a hint that extracts the error.
    func suggestion(for callback: Callback) -> (cases: [String], hint: String?)? {
        guard callback.arity == 1, let name = callback.valueNames.first else { return nil }
        let (inner, isOptional) = types.value(callback.function.parameters[0])
        let cases = cases(of: inner)
        guard !cases.isEmpty else { return nil }
        let names = cases.map(\.caseName)
        if types.isError(inner, in: member) { return (names, "callback { error in error }") }
        let patterns = patterns(of: inner).map { $0 + (isOptional ? "?" : "") }
        switch patterns.count {
        case 0:
            let failing = names.filter { name in
                ["fail", "error", "time", "cancel", "denied"].contains(where: name.hasPrefix)
            }
            let cases = failing.map { ".\($0.escapedAfterDot)\(isOptional ? "?" : "")" }.list()
            let choice = "case \(cases): \(Forms.unexplained); default: nil"
            let hint = "callback { \(name.escaped) in switch \(name.escaped) { \(choice) } }"
            return (names, failing.isEmpty ? nil : hint)
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

    /// A pattern for each case with an associated error; the pattern extracts the error.
    func patterns(of type: TypeSyntax) -> [String] {
        failures(of: type).filter { $0.errors.count == 1 }.map { name, values, errors in
            ".\(name)(\(values.indices.map { $0 == errors[0] ? "let error" : "_" }.list()))"
        }
    }

    /// An expression for the only case with an associated error, with `$0` as the error; otherwise `nil`.
    func failure(of type: TypeSyntax) -> String? {
        let failures = failures(of: type)
        guard failures.count == 1, let (name, values, _) = failures.first, values.count == 1,
            types.core(values[0].type).precise == KnownTypes.anyError
        else { return nil }
        return ".\(name)(\(values[0].label.map { "\($0): " } ?? "")$0)"
    }

    /// The cases with an associated error, with the positions of the errors among the associated values.
    private func failures(
        of type: TypeSyntax
    ) -> [(name: String, values: [TupleElement], errors: [Int])] {
        cases(of: type).compactMap { symbol in
            let values = values(of: symbol)
            let errors = values.indices.filter {
                types.isError(
                    types.meaning(of: values[$0].type).unwrappingOptional.type,
                    in: member
                )
            }
            return errors.isEmpty ? nil : (symbol.caseName.escapedAfterDot, values, errors)
        }
    }

    private func values(of symbol: Symbol) -> [TupleElement] {
        var reader = TokenReader(TokenList(symbol.declarationFragments ?? []))
        while let token = reader.next, token.text != "(" { reader.skip() }
        return (try? reader.tupleElements()) ?? []
    }

    /// A closure that recognizes a cached answer by a property of the value, such as `isFromCache`.
    func cachedAnswer(_ callback: Callback, if condition: String) -> String? {
        guard callback.arity == 1 else { return nil }
        let type = types.value(callback.function.parameters[0]).type
        var (owner, access) = (type, "answer")
        if case .named(let name) = type, types.isResult(type) {
            (owner, access) = (types.core(name.arguments[0]), "(try? answer.get())?")
        }
        let properties = (owner.precise.map { types.index.members(of: $0) } ?? [])
            .filter { $0.kind.identifier == "swift.property" }
            .compactMap { try? Declaration($0) }
        for property in properties {
            let value = types.core(property.result)
            let cached = cases(of: value).map(\.name)
                .first { $0.lowercased().contains("cache") && !$0.contains("(") }
            let comparison: String? =
                if let cached {
                    ".\(cached)"
                } else {
                    value.precise == "s:Sb" && property.name.lowercased().contains("cache")
                        ? "true" : nil
                }
            if let comparison {
                let isCached = "\(access).\(property.name.escapedAfterDot) == \(comparison)"
                return "{ answer in \(condition) && \(isCached) }"
            }
        }
        return nil
    }
}

extension Symbol {
    fileprivate var caseName: String { String(name.prefix { $0 != "(" }).withoutBackticks }
}

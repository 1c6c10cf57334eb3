// Writes the imports.
extension WrapperFile {
    var importLines: [String] {
        let keyword = "\(style.accessLevel.prefix)import"
        var named = Set(imports)
        for plan in plans {
            named.formUnion(modules(of: plan.declaration))
            if plan.declaration.parameters.contains(where: hasForeignDefault) {
                named.insert("Foundation")
            }
            if plan.callbacks?.cancel?.contains("URLSessionTask") == true {
                named.insert("FoundationNetworking")
            }
        }
        named.remove(module)
        var conditional: [String] = []
        if named.remove("FoundationNetworking") != nil {
            named.insert("Foundation")
            conditional = [
                "", "#if canImport(FoundationNetworking)", "\(keyword) FoundationNetworking",
                "#endif",
            ]
        }
        let lines = named.sorted().map { module in
            let isMarked = style.importsPreconcurrency && module == client.module
            return "\(isMarked ? "@preconcurrency " : "")\(keyword) \(module)"
        }
        return lines + conditional
    }

    /// Returns whether the default value, such as `UUID().uuidString`, names a type that may be one of Foundation.
    private func hasForeignDefault(_ parameter: Parameter) -> Bool {
        let tokens = TokenList(text: parameter.defaultValue ?? "").tokens
        let known = parameter.type.names.map(\.name) + ["Any", "Self"]
        return tokens.indices.contains { position in
            let word = tokens[position].text
            return tokens[position].kind == .word && word.first?.isUppercase == true
                && (position == 0 || tokens[position - 1].text != ".")
                && !known.contains(word) && types.index.types(called: word).isEmpty
        }
    }

    /// Returns the modules of the types in the declaration.
    private func modules(of declaration: Declaration) -> Set<String> {
        let named =
            declaration.parameters.map(\.type) + [declaration.result]
            + declaration.requirements.flatMap { [$0.left, $0.right] }
        let found = named.flatMap(\.names).compactMap(\.precise).compactMap { precise in
            precise.hasPrefix("c:")
                ? "Foundation"
                : types.index[precise].flatMap(types.index.module) ?? KnownTypes.module(of: precise)
        }
        var modules = Set(found)
        if modules.contains("FoundationEssentials") { modules.insert("Foundation") }
        return modules.subtracting([
            "Swift", "_Concurrency", "FoundationEssentials", "FoundationInternationalization",
            "_StringProcessing",
        ])
    }
}

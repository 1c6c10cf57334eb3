extension WrapperFile {
    var importLines: [String] {
        let keyword = "\(style.accessLevel.prefix)import"
        var named = Set(imports)
        for plan in plans {
            named.formUnion(plan.declaration.modules(in: types))
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
}

extension Declaration {
    fileprivate func modules(in types: ClientTypes) -> Set<String> {
        let named =
            parameters.map(\.type) + [result] + requirements.flatMap { [$0.left, $0.right] }
        let found = named.flatMap(\.names).compactMap(\.precise).compactMap { precise in
            precise.hasPrefix("c:")
                ? "Foundation"
                : types.index[precise].flatMap(types.index.module) ?? KnownTypes.module(of: precise)
        }
        var modules = Set(found)
        if modules.contains("FoundationEssentials") { modules.insert("Foundation") }
        if attributes.contains("@MainActor") { modules.remove("_Concurrency") }
        return modules.subtracting([
            "Swift", "_Concurrency", "FoundationEssentials", "FoundationInternationalization",
            "_StringProcessing",
        ])
    }
}

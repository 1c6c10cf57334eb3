/// The access level of a wrapper, or the lowest access level of the declarations that the wrapper can use.
enum AccessLevel: String, CaseIterable {
    case `internal`, package, `public`

    /// The modifier in front of a declaration, with a space; empty for `internal`.
    var prefix: String { self == .internal ? "" : "\(rawValue) " }

    /// Returns whether code at this level can use a declaration with the given access level.
    func includes(_ accessLevel: String) -> Bool {
        (Self.allCases.map(\.rawValue) + ["open"]).drop { $0 != rawValue }.contains(accessLevel)
    }
}

extension Client {
    init(named path: String, in index: SymbolIndex, visibility: AccessLevel) throws {
        let types = index.types(called: path)
        guard let symbol = types.first else {
            let last = path.lowercased().split(separator: ".").last ?? ""
            let similar = index.typeNames.filter { $0.lowercased().contains(last) }
            let known = (similar.isEmpty ? index.typeNames : similar).prefix(20).list()
            throw CommandError(
                "no type is called \(path) in \(index.modules.sorted().list()); these are: \(known)"
            )
        }
        guard types.count == 1 else {
            let modules = types.compactMap { index.module(of: $0) }
            throw CommandError(
                "\(path) is declared in \(modules.sorted().list(" and in ")); pass the symbol graph of one of them"
            )
        }
        guard visibility.includes(symbol.accessLevel) else {
            throw CommandError(
                "\(symbol.path) is \(symbol.accessLevel), and cannot be seen from the wrapper; make it public, or write the wrapper into its own module"
            )
        }
        self.symbol = symbol
        self.visibility = visibility
        module = index.module(of: symbol) ?? ""
        kind =
            switch symbol.kind.identifier {
            case "swift.class" where symbol.words.contains("actor"): .actor
            case "swift.class": .class
            case "swift.protocol": .protocol
            default: .value
            }
        var reader = TokenReader(symbol)
        var head = Declaration()
        // The reader throws at the keyword of the type, after the attributes.
        try? reader.readAttributes(&head)
        actor =
            head.attributes.first { index.isGlobalActor($0.dropFirst(), head.attributeTypes[$0]) }
            ?? Self.defaultActor(of: symbol, in: index)
        generics = kind == .protocol ? [] : symbol.genericNames.map { GenericParameter(name: $0) }
        members = MemberFinder(client: symbol, index: index, visibility: visibility).members
        for position in members.indices where index.hidesSetter(of: members[position].symbol) {
            members[position].declaration?.accessors = ["get"]
        }
    }

    /// Returns the main actor if every member names it and the type does not, as in a module with a default actor.
    private static func defaultActor(of symbol: Symbol, in index: SymbolIndex) -> String? {
        let own = index.members(of: symbol.precise)
            .filter {
                !$0.isSynthesized && $0.isKind(of: ["method", "property", "subscript", "init"])
            }
        func isOnMain(_ symbol: Symbol) -> Bool { symbol.declaration.contains("@MainActor ") }
        let isAll = own.allSatisfy { isOnMain($0) || $0.declaration.contains("nonisolated") }
        return isAll && own.contains { isOnMain($0) && $0.kind.identifier == "swift.init" }
            ? "@MainActor" : nil
    }
}

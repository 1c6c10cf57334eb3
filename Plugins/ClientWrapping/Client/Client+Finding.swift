/// What of a module can be seen from where the wrapper is.
enum Visibility: String, CaseIterable {
    case `public`, package, `internal`

    func includes(_ accessLevel: String) -> Bool {
        switch accessLevel {
        case "public", "open": true
        case "package": self != .public
        case "internal": self == .internal
        default: false
        }
    }
}

extension Client {
    private static let memberKinds: Set<String> = [
        "swift.method", "swift.type.method", "swift.property", "swift.type.property",
        "swift.subscript", "swift.type.subscript",
    ]

    /// Finds the type, and what can be called on it.
    init(named path: String, in index: SymbolIndex, visibility: Visibility) throws {
        let types = index.types(called: path)
        guard let symbol = types.first else {
            throw CommandError(
                "no type is called \(path) in \(index.modules.sorted().list())",
                cure: Self.suggestion(for: path, among: index.typeNames)
            )
        }
        guard types.count == 1 else {
            let modules = types.compactMap { index.module(of: $0) }
            throw CommandError(
                "\(path) is declared in \(modules.sorted().list(" and in "))",
                cure: "pass the symbol graph of one of them"
            )
        }
        try self.init(symbol, in: index, visibility: visibility)
    }

    private init(_ symbol: Symbol, in index: SymbolIndex, visibility: Visibility) throws {
        guard visibility.includes(symbol.accessLevel) else {
            throw CommandError(
                "\(symbol.path) is \(symbol.accessLevel), and cannot be seen from the wrapper",
                cure: "make it public, or write the wrapper into its own module"
            )
        }
        let words = TokenList(symbol.declarationFragments ?? []).tokens.map(\.text)
        self.symbol = symbol
        module = index.module(of: symbol) ?? ""
        kind =
            switch symbol.kind.identifier {
            case "swift.class" where words.contains("actor"): .actor
            case "swift.class": .class
            case "swift.protocol": .protocol
            default: .value
            }
        actor = words.indices.first { words[$0] == "@" && $0 + 1 < words.count }
            .map { "@" + words[$0 + 1] }
        let names = symbol.swiftGenerics?.parameters ?? []
        generics = kind == .protocol ? [] : names.map { GenericParameter(name: $0.name) }
        requirements = generics.isEmpty ? [] : GenericRequirement.all(in: symbol.swiftGenerics)
        members = Self.members(of: symbol, kind: kind, in: index, visibility: visibility)
    }

    private static func suggestion(for path: String, among names: [String]) -> String {
        let last = path.split(separator: ".").last.map(String.init) ?? path
        let similar = names.filter { $0.lowercased().contains(last.lowercased()) }
        return (similar.isEmpty ? names : similar).isEmpty
            ? "pass the symbol graph of its module"
            : "these are: \((similar.isEmpty ? names : similar).prefix(20).list())"
    }

    // MARK: - Members

    private static func members(
        of symbol: Symbol,
        kind: Kind,
        in index: SymbolIndex,
        visibility: Visibility
    ) -> [Member] {
        let owners =
            kind == .protocol
            ? requiredProtocols(of: symbol.precise, in: index)
            : index.inheritance(of: symbol.precise)
        var found: [Symbol] = []
        for owner in owners {
            let own =
                kind == .protocol ? index.requirements(of: owner) : index.members(of: owner)
            for member in own
            where memberKinds.contains(member.kind.identifier) && isWanted(member, in: index)
                && (kind == .protocol || visibility.includes(member.accessLevel))
                && !index.isOverridden(member, by: found)
            {
                found.append(member)
            }
        }
        return found.map { Member($0, of: symbol) }
    }

    /// The protocol and all that it inherits from.
    private static func requiredProtocols(of precise: String, in index: SymbolIndex) -> [String] {
        var all = [precise]
        var position = 0
        while position < all.count {
            all += index.protocols(of: all[position]).filter { !all.contains($0) }
            position += 1
        }
        return all
    }

    /// What every type gets from the standard library is not a client's.
    private static func isWanted(_ member: Symbol, in index: SymbolIndex) -> Bool {
        guard let origin = member.precise.firstRange(of: "::SYNTHESIZED::") else { return true }
        if index[String(member.precise[..<origin.lowerBound])] != nil { return true }
        guard let module = member.swiftExtension?.extendedModule else { return false }
        return !KnownTypes.foundations.contains(module)
    }
}

/// Who may use a declaration of the wrapper, or what of a module can be seen from where the wrapper is.
enum AccessLevel: String, CaseIterable {
    case `internal`, package, `public`

    /// What stands before a declaration.
    var prefix: String { self == .internal ? "" : "\(rawValue) " }

    /// Whether a declaration of the level can be seen from where this one is the least that can.
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
    init(named path: String, in index: SymbolIndex, visibility: AccessLevel) throws {
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

    private init(_ symbol: Symbol, in index: SymbolIndex, visibility: AccessLevel) throws {
        guard visibility.includes(symbol.accessLevel) else {
            throw CommandError(
                "\(symbol.path) is \(symbol.accessLevel), and cannot be seen from the wrapper",
                cure: "make it public, or write the wrapper into its own module"
            )
        }
        let words = symbol.words
        self.symbol = symbol
        module = index.module(of: symbol) ?? ""
        kind =
            switch symbol.kind.identifier {
            case "swift.class" where words.contains("actor"): .actor
            case "swift.class": .class
            case "swift.protocol": .protocol
            default: .value
            }
        let tokens = TokenList(symbol.declarationFragments ?? []).tokens
        actor =
            tokens.indices.dropFirst()
            .first { position in
                let word = tokens[position]
                return tokens[position - 1].text == "@" && word.text.first?.isUppercase == true
                    && index.isGlobalActor(word.text, word.precise)
            }
            .map { "@" + tokens[$0].text } ?? Self.defaultActor(of: symbol, in: index)
        let names = symbol.swiftGenerics?.parameters ?? []
        generics = kind == .protocol ? [] : names.map { GenericParameter(name: $0.name) }
        requirements = generics.isEmpty ? [] : GenericRequirement.all(in: symbol.swiftGenerics)
        genericsOfPath = Self.genericsOfPath(symbol, names.count, in: index)
        members = Self.members(of: symbol, kind: kind, in: index, visibility: visibility)
    }

    /// The actor that a type belongs to without saying so, as all do in some modules: then its members say it.
    private static func defaultActor(of symbol: Symbol, in index: SymbolIndex) -> String? {
        let own = index.members(of: symbol.precise)
            .filter { member in
                !member.precise.contains("::SYNTHESIZED::")
                    && (memberKinds.contains(member.kind.identifier)
                        || member.kind.identifier == "swift.init")
            }
        let isolated = own.filter { $0.declaration.contains("@MainActor ") }
        let isAll = own.allSatisfy {
            $0.declaration.contains("@MainActor ") || $0.declaration.contains("nonisolated")
        }
        return isAll && isolated.contains { $0.kind.identifier == "swift.init" }
            ? "@MainActor" : nil
    }

    private static func genericsOfPath(
        _ symbol: Symbol,
        _ count: Int,
        in index: SymbolIndex
    ) -> [Int] {
        var all: [Int] = []
        for depth in symbol.pathComponents.indices.dropLast() {
            let path = symbol.pathComponents[...depth].joined(separator: ".")
            let outer = index.types(called: path)
                .first { index.module(of: $0) == index.module(of: symbol) }
            let sum = outer?.swiftGenerics?.parameters?.count ?? 0
            all.append(max(0, sum - all.reduce(0, +)))
        }
        return all + [max(0, count - all.reduce(0, +))]
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
        visibility: AccessLevel
    ) -> [Member] {
        let owners =
            kind == .protocol
            ? index.ancestry(of: symbol.precise)
            : index.inheritance(of: symbol.precise)
        var found: [Symbol] = []
        for owner in owners {
            let own =
                kind == .protocol ? index.requirements(of: owner) : index.members(of: owner)
            for member in own
            where isMember(member, of: kind) && isWanted(member, in: index)
                && (kind == .protocol || visibility.includes(member.accessLevel))
                && !index.isOverridden(member, by: found)
            {
                found.append(member)
            }
        }
        var all = found.map { member(of: symbol, $0, in: index) }
        guard kind != .protocol else { return all }
        let defaults = Set(defaultImplementations(of: owners, in: index).map(\.precise))
        for member in additions(to: owners, in: index)
        where visibility.includes(member.accessLevel)
            && !isKnown(member, among: found, isDefault: defaults.contains(member.precise))
        {
            found.append(member)
            all.append(addition(member, to: symbol, owners, in: index))
        }
        return all
    }

    /// A member of the type, or of a superclass: no graph says what a generic one is generic over.
    private static func member(
        of client: Symbol,
        _ symbol: Symbol,
        in index: SymbolIndex
    ) -> Member {
        var member = Member(symbol, of: client)
        let classes = index.inheritance(of: client.precise).dropFirst().compactMap { index[$0] }
        let owner = classes.first { owner in
            index.members(of: owner.precise).contains { $0.precise == symbol.precise }
        }
        guard let owner else { return member }
        let unknown = Set((owner.swiftGenerics?.parameters ?? []).map(\.name))
        let words = symbol.words
        if let name = words.first(where: unknown.contains) {
            member.misfit =
                "it belongs to the generic \(owner.path), and which type \(name) is there "
                + "is not known"
        }
        return member
    }

    // MARK: - Extensions of protocols

    /// What the extensions of its protocols add.
    ///
    /// The compiler copies that into the graph of a type only if it is public.
    private static func additions(to owners: [String], in index: SymbolIndex) -> [Symbol] {
        let protocols = protocols(of: owners, in: index)
        let required = protocols.flatMap(index.requirements(of:)).map(\.precise)
        let additions =
            protocols.flatMap(index.members(of:)) + defaultImplementations(of: owners, in: index)
        return additions.filter {
            memberKinds.contains($0.kind.identifier) && !required.contains($0.precise)
        }
    }

    private static func protocols(of owners: [String], in index: SymbolIndex) -> [String] {
        var protocols: [String] = []
        for owner in owners.flatMap(index.protocols(of:)) {
            protocols += index.ancestry(of: owner)
                .filter { !protocols.contains($0) }
        }
        return protocols
    }

    private static func defaultImplementations(
        of owners: [String],
        in index: SymbolIndex
    ) -> [Symbol] {
        protocols(of: owners, in: index).flatMap(index.requirements(of:))
            .flatMap { index.defaults(of: $0.precise) }
    }

    /// Whether the type has it already: as a copy, or as what stands in for a default.
    ///
    /// What no protocol asks for may be an overload, which the types tell.
    private static func isKnown(_ member: Symbol, among found: [Symbol], isDefault: Bool) -> Bool {
        found.contains {
            $0.precise.hasPrefix(member.precise + "::SYNTHESIZED::")
                || $0.name == member.name
                    && $0.kind.identifier == member.kind.identifier
                    && (isDefault || $0.parameterTypes == member.parameterTypes)
        }
    }

    private static func addition(
        _ symbol: Symbol,
        to client: Symbol,
        _ owners: [String],
        in index: SymbolIndex
    ) -> Member {
        var member = Member(symbol, of: client)
        let known = owners.flatMap(index.ancestry(of:))
        let unmet = (symbol.swiftGenerics?.constraints ?? [])
            .first { constraint in
                constraint.lhs.hasPrefix("Self")
                    && !(constraint.lhs == "Self"
                        && constraint.rhsPrecise.map(known.contains) == true)
            }
        if let unmet {
            let relation = unmet.kind == "sameType" ? "==" : ":"
            member.misfit =
                "it is there where \(unmet.lhs) \(relation) \(unmet.rhs), which is not certain here"
        }
        return member
    }

    /// Whether it is called or read; of a protocol, whatever a type needs to conform.
    private static func isMember(_ symbol: Symbol, of kind: Kind) -> Bool {
        memberKinds.contains(symbol.kind.identifier)
            || kind == .protocol
                && ["swift.init", "swift.func.op"].contains(symbol.kind.identifier)
    }

    /// What every type gets from the standard library is not a client's.
    private static func isWanted(_ member: Symbol, in index: SymbolIndex) -> Bool {
        guard let origin = member.precise.firstRange(of: "::SYNTHESIZED::") else { return true }
        if index[String(member.precise[..<origin.lowerBound])] != nil { return true }
        guard let module = member.swiftExtension?.extendedModule else { return false }
        return !KnownTypes.foundations.contains(module)
    }
}

extension Symbol {
    /// The types of the parameters as they are written.
    fileprivate var parameterTypes: [String]? {
        (try? Declaration(self))?.parameters.map { "\($0.type.withoutAttributes)" }
    }
}

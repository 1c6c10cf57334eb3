/// Finds what can be called on a type: its own members, those of its superclasses, and what the extensions of its
/// protocols add.
struct MemberFinder {
    let client: Symbol
    let isProtocol: Bool
    let index: SymbolIndex
    let visibility: AccessLevel

    static let kinds: Set<String> = [
        "swift.method", "swift.type.method", "swift.property", "swift.type.property",
        "swift.subscript", "swift.type.subscript",
    ]

    var members: [Member] {
        guard !isProtocol else {
            let kinds = Self.kinds.union(["swift.init", "swift.func.op"])
            return distinct(
                index.ancestry(of: client.precise).flatMap(index.requirements(of:)),
                kinds
            )
            .map { Member($0, of: client) }
        }
        var found = distinct(classes.flatMap(index.members(of:)), Self.kinds)
            .filter { visibility.includes($0.accessLevel) }
        var all = found.map(inherited)
        for member in additions
        where visibility.includes(member.accessLevel) && !isKnown(member, among: found) {
            found.append(member)
            all.append(addition(member))
        }
        return all
    }

    private func distinct(_ symbols: [Symbol], _ kinds: Set<String>) -> [Symbol] {
        symbols.reduce(into: []) { found, symbol in
            if kinds.contains(symbol.kind.identifier), isWanted(symbol),
                !index.isOverridden(symbol, by: found)
            {
                found.append(symbol)
            }
        }
    }

    private var classes: [String] { index.inheritance(of: client.precise) }

    /// What every type gets from the standard library is not a client's.
    private func isWanted(_ member: Symbol) -> Bool {
        guard let origin = member.precise.firstRange(of: "::SYNTHESIZED::") else { return true }
        if index[String(member.precise[..<origin.lowerBound])] != nil { return true }
        guard let module = member.swiftExtension?.extendedModule else { return false }
        return !KnownTypes.foundations.contains(module)
    }

    /// A member of the type, or of a superclass: no graph says what a generic one is generic over.
    private func inherited(_ symbol: Symbol) -> Member {
        var member = Member(symbol, of: client)
        let owner = classes.dropFirst()
            .first { owner in index.members(of: owner).contains { $0.precise == symbol.precise } }
            .flatMap { index[$0] }
        let unknown = Set((owner?.swiftGenerics?.parameters ?? []).map(\.name))
        if let owner, let name = symbol.words.first(where: unknown.contains) {
            member.misfit =
                "it belongs to the generic \(owner.path), and which type \(name) is there is not known"
        }
        return member
    }

    // MARK: - Extensions of protocols

    private var protocols: [String] {
        classes.flatMap(index.protocols(of:)).flatMap(index.ancestry(of:))
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private var requirements: [Symbol] { protocols.flatMap(index.requirements(of:)) }

    private var defaults: [Symbol] { requirements.flatMap { index.defaults(of: $0.precise) } }

    /// What the extensions of its protocols add: the compiler copies into the graph of a type only what is public.
    private var additions: [Symbol] {
        let required = Set(requirements.map(\.precise))
        return (protocols.flatMap(index.members(of:)) + defaults)
            .filter { Self.kinds.contains($0.kind.identifier) && !required.contains($0.precise) }
    }

    /// Whether the type has it already: as a copy, or as what stands in for a default.
    ///
    /// What no protocol asks for may be an overload, which the types tell.
    private func isKnown(_ member: Symbol, among found: [Symbol]) -> Bool {
        let isDefault = defaults.contains { $0.precise == member.precise }
        return found.contains {
            $0.precise.hasPrefix(member.precise + "::SYNTHESIZED::")
                || $0.name == member.name && $0.kind.identifier == member.kind.identifier
                    && (isDefault || $0.parameterTypes == member.parameterTypes)
        }
    }

    private func addition(_ symbol: Symbol) -> Member {
        var member = Member(symbol, of: client)
        let known = classes.flatMap(index.ancestry(of:))
        let unmet = symbol.swiftGenerics?.constraints?
            .first { constraint in
                constraint.lhs.hasPrefix("Self")
                    && (constraint.lhs != "Self"
                        || constraint.rhsPrecise.map(known.contains) != true)
            }
        if let unmet {
            let relation = unmet.kind == "sameType" ? "==" : ":"
            member.misfit =
                "it is there where \(unmet.lhs) \(relation) \(unmet.rhs), which is not certain here"
        }
        return member
    }
}

extension Symbol {
    /// The types of the parameters as they are written.
    fileprivate var parameterTypes: [String]? {
        (try? Declaration(self))?.parameters.map { "\($0.type.withoutAttributes)" }
    }
}

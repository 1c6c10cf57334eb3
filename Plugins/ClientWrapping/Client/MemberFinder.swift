/// Finds the members of a type, of its superclasses, and of the extensions of its protocols.
struct MemberFinder {
    let client: Symbol
    let index: SymbolIndex
    let visibility: AccessLevel

    static let kinds = ["method", "property", "subscript"]

    var members: [Member] {
        guard client.kind.identifier != "swift.protocol" else {
            let required = index.ancestry(of: client.precise).flatMap(index.requirements(of:))
            return distinct(required, Self.kinds + ["init", "func.op"])
                .map { Member($0, of: client) }
        }
        var found = distinct(classes.flatMap(index.members(of:)), Self.kinds)
            .filter { visibility.includes($0.accessLevel) }
        let own = found.filter { !$0.isSynthesized }
        // The graph also lists a default implementation that the client replaces.
        found.removeAll { copy in copy.isSynthesized && own.contains { $0.replaces(copy) } }
        var all = found.map { Member($0, of: client, misfit: unknownType(in: $0)) }
        let required = Set(requirements.map(\.precise))
        let types = classes + protocols
        // The graph of a type lists only the public members of protocol extensions.
        let additions = (protocols.flatMap(index.members(of:)) + defaults)
            .filter { $0.isKind(of: Self.kinds) && !required.contains($0.precise) }
        for symbol in additions
        where visibility.includes(symbol.accessLevel) && !isKnown(symbol, among: found) {
            // The client may lack a member of an extension with other constraints.
            let unmet = symbol.constraints.filter { $0.lhs.hasPrefix("Self") }
                .filter { $0.lhs != "Self" || !types.contains($0.rhsPrecise ?? "") }
            // Skip an extension for another type only, as in `where Self == User`.
            let isOther = unmet.contains {
                $0.lhs == "Self" && $0.relation == "==" && $0.rhsPrecise != nil
            }
            if isOther { continue }
            found.append(symbol)
            let misfit = unmet.first.map {
                "it exists only if \($0.lhs) \($0.relation) \($0.rhs), which is not certain"
            }
            all.append(Member(symbol, of: client, misfit: misfit))
        }
        return all
    }

    private func distinct(_ symbols: [Symbol], _ kinds: [String]) -> [Symbol] {
        symbols.filter { $0.isKind(of: kinds) && isWanted($0) }.reduce(into: []) { found, symbol in
            if !index.isOverridden(symbol, by: found) { found.append(symbol) }
        }
    }

    private var classes: [String] { index.inheritance(of: client.precise) }

    /// Returns whether the member belongs to the client, unlike a member that the standard library adds to every type.
    private func isWanted(_ member: Symbol) -> Bool {
        // Swift cannot use a declaration with `@available(swift, obsoleted: 1)` or `@available(swift 1000)`.
        let isHidden = (member.availability ?? []).contains {
            $0.isOfLanguage && ($0.obsoleted != nil || $0.introduced?.major ?? 0 > 99)
        }
        if isHidden { return false }
        guard let origin = member.precise.firstRange(of: "::SYNTHESIZED::") else { return true }
        if index[String(member.precise[..<origin.lowerBound])] != nil { return true }
        return !KnownTypes.foundations.contains(member.swiftExtension?.extendedModule ?? "Swift")
    }

    /// Returns the reason why no wrapper can contain an inherited member: a generic parameter of a superclass.
    private func unknownType(in symbol: Symbol) -> String? {
        let precise = classes.dropFirst()
            .first { owner in index.members(of: owner).contains { $0.precise == symbol.precise } }
        guard let owner = index[precise], !owner.genericNames.isEmpty else { return nil }
        // In its own declaration, the name of a generic class alone stands for the class with its parameters.
        return symbol.words.first(where: (owner.genericNames + [owner.name]).contains).map {
            "it belongs to the generic \(owner.path), and the type \($0) is not known"
        }
    }

    private var protocols: [String] {
        index.ancestry(of: client.precise)
            .filter { !classes.contains($0) && !KnownTypes.rootObjects.contains($0) }
    }

    private var requirements: [Symbol] { protocols.flatMap(index.requirements(of:)) }

    private var defaults: [Symbol] { requirements.flatMap { index.defaults(of: $0.precise) } }

    /// Returns whether the found members include a copy of this member, or a member that replaces this member.
    ///
    /// A member with the same name replaces a default implementation. Any other member with the same name may be an
    /// overload, so the types of the parameters are compared too.
    private func isKnown(_ member: Symbol, among found: [Symbol]) -> Bool {
        let isDefault = defaults.contains { $0.precise == member.precise }
        return found.contains {
            $0.precise.hasPrefix(member.precise + "::SYNTHESIZED::")
                || $0.replaces(member, isDefault: isDefault)
        }
    }
}

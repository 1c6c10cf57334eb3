extension Wrapper {
    /// The entries without what would be declared twice.
    ///
    /// A variant that leaves a default to the client gives way to a method of the client's own, and a closure
    /// that is called like a method to that method.
    static func withoutRedeclarations(
        _ entries: [Entry],
        _ types: ClientTypes,
        _ style: Style
    ) -> [Entry] {
        var known: Set<String> = []
        func signature(_ plan: Plan) -> String {
            MemberWriter(plan: plan, types: types, style: style).identity
        }
        for entry in entries where entry.member.isMethod {
            if let first = entry.plans.first { known.insert(signature(first)) }
        }
        return entries.map { entry in
            guard case .written(let plans) = entry.outcome else { return entry }
            let isOwn = entry.member.isMethod
            // The first has all parameters.
            let kept = plans.enumerated()
                .filter { position, plan in
                    isOwn && position == 0 || known.insert(signature(plan)).inserted
                }
                .map(\.element)
            if !kept.isEmpty { return Entry(member: entry.member, outcome: .written(kept)) }
            let reason = Unsettled.skip("the client has a method that is called in the same way")
            return Entry(member: entry.member, outcome: .unsettled(reason))
        }
    }
}

extension MemberWriter {
    /// The part of a declaration in which two declarations of a type have to differ.
    fileprivate var identity: String {
        let parameters = declaration.parameters.map { parameter in
            "\(parameter.label ?? "_"): \(outside(parameter.type).withoutAttributes)"
        }
        let own =
            declaration.parameters.isEmpty && declaration.kind != .method
            ? "" : "(\(parameters.list()))"
        let place = member.isStatic ? "static " : ""
        let effect = declaration.isAsync || crossesActor ? " async" : ""
        return "\(place)\(declaration.name)\(own)\(effect) -> \(result) where \(conditions)"
    }
}

extension TypeSyntax {
    /// The type without what does not tell two overloads apart.
    var withoutAttributes: TypeSyntax {
        switch self {
        case .unwrapped(let type), .optional(let type): return .optional(type.withoutAttributes)
        case .prefixed(let prefix, let type) where prefix.hasPrefix("@"):
            return type.withoutAttributes
        default: return self
        }
    }
}

extension Member {
    /// What a hint calls the member: its name, with the types of its parameters where another one has that name.
    func hintName(among all: [Member]) -> String {
        let others = all.filter {
            $0.symbol.name == symbol.name && $0.symbol.precise != symbol.precise
        }
        guard !others.isEmpty, case .success(let declaration) = declaration else {
            return symbol.name
        }
        return declaration.typedName ?? symbol.name
    }

    /// Whether a hint for this name is for the member.
    func isCalled(_ name: String) -> Bool {
        if name == symbol.name { return true }
        guard case .success(let declaration) = declaration, let typed = declaration.typedName else {
            return false
        }
        return name.withoutSpaces == typed.withoutSpaces
    }
}

extension Declaration {
    /// The name with labels, types and result: `send(_: Int, done: (Bool) -> Void) -> Ticket`.
    fileprivate var typedName: String? {
        guard kind != .property, kind != .constant else { return nil }
        let parameters = parameters.map { "\($0.label ?? "_"): \($0.type.unprefixed.type)" }
        let end = result.isVoid ? "" : " -> \(result)"
        return "\(name)(\(parameters.list()))\(end)"
    }
}

extension String {
    fileprivate var withoutSpaces: String { filter { !$0.isWhitespace } }
}

/// The wrapper of a client: what is written, what is not, and why.
struct Wrapper {
    struct Entry {
        let member: Member
        let outcome: Outcome
    }

    let types: ClientTypes
    let style: Style
    let entries: [Entry]

    var client: Client { types.client }

    /// The methods and properties that are written.
    var written: [Member] {
        entries.compactMap { if case .written = $0.outcome { $0.member } else { nil } }
    }

    /// Those that are not, each with its reason.
    var unsettled: [(member: Member, reason: Unsettled)] {
        entries.compactMap { entry in
            if case .unsettled(let reason) = entry.outcome { (entry.member, reason) } else { nil }
        }
    }

    /// Decides on every member that is wanted.
    init(
        _ client: Client,
        in index: SymbolIndex,
        style: Style,
        selection: Selection,
        hints: [Hint],
        visibility: Visibility
    ) throws {
        types = ClientTypes(client, in: index, shape: style.shape)
        self.style = style
        let planner = Planner(
            types: types,
            hints: hints,
            defaults: DefaultValue(types: types, visibility: visibility)
        )
        try selection.check(client.members)
        try Self.check(hints, client.members)
        entries =
            client.members
            .filter { selection.includes($0) && Self.belongs($0, to: client, style) }
            .map {
                Entry(member: $0, outcome: Self.restricted(planner.outcome(for: $0), $0, style))
            }
            .sorted { $0.member.order < $1.member.order }
    }

    /// Whether the wrapper has a place for the member.
    private static func belongs(_ member: Member, to client: Client, _ style: Style) -> Bool {
        guard member.isStatic else { return true }
        guard style.shape == .extension else { return style.shape == .conformance }
        // Static members are read of the type itself, unless some of them issue requests.
        return client.hasStaticRequests
    }

    /// What a subclass cannot override, and what it need not.
    private static func restricted(
        _ outcome: Outcome,
        _ member: Member,
        _ style: Style
    ) -> Outcome {
        switch style.shape {
        case .extension: return outcome
        case .conformance:
            if case .skipped = outcome { return outcome }
            if member.symbol.kind.identifier == "swift.init" {
                return .unsettled(Unsettled("it creates a client, and the wrapper is given one"))
            }
            guard member.isStatic || member.symbol.kind.identifier == "swift.func.op" else {
                return outcome
            }
            return .unsettled(Unsettled("it belongs to the type, and the wrapper is an object"))
        case .subclass:
            guard case .written(let plans) = outcome else {
                return member.isMethod ? outcome : .skipped
            }
            guard plans.contains(where: \.isRequest) else { return .skipped }
            guard member.isOverridable else {
                return .unsettled(Unsettled("a subclass cannot override it"))
            }
            return .written(plans.filter { $0.declaration.parameters.count == member.arity })
        }
    }

    private static func check(_ hints: [Hint], _ members: [Member]) throws {
        for hint in hints where !members.contains(where: { $0.symbol.name == hint.name }) {
            let base = hint.name.prefix { $0 != "(" }
            let similar = members.filter { $0.baseName == base }.map(\.symbol.name)
            throw CommandError(
                "the hint \(hint.text) is for \(hint.name), which the client does not have",
                cure: similar.isEmpty ? nil : "it has \(Set(similar).sorted().list())"
            )
        }
    }
}

extension Member {
    /// Properties first, then by name, then by what else tells them apart.
    fileprivate var order: String {
        let text = symbol.declaration.prefixingAttributesLast
        return "\(isMethod ? 1 : 0) \(baseName.lowercased()) \(symbol.name) \(text)"
    }

    fileprivate var arity: Int {
        if case .success(let declaration) = declaration { declaration.parameters.count } else { 0 }
    }

    /// Whether a subclass can override it.
    fileprivate var isOverridable: Bool {
        let words = TokenList(symbol.declarationFragments ?? []).tokens.map(\.text)
        return !isStatic && symbol.swiftExtension == nil && !words.contains("final")
            && symbol.accessLevel != "public"
    }
}

extension String {
    /// The declaration from its keyword on.
    fileprivate var prefixingAttributesLast: String {
        for keyword in ["func ", "var ", "let ", "subscript"] {
            if let range = firstRange(of: keyword) {
                return String(self[range.lowerBound...]) + self
            }
        }
        return self
    }
}

extension Client {
    /// Whether some static method issues requests, so that the type is a client itself.
    fileprivate var hasStaticRequests: Bool {
        members.contains { member in
            guard member.isStatic, case .success(let declaration) = member.declaration else {
                return false
            }
            return declaration.kind == .method
                && (declaration.isAsync
                    || declaration.parameters.contains { $0.type.mayBeCallback })
        }
    }
}

extension TypeSyntax {
    /// Whether the type looks like that of a callback, an alias included.
    fileprivate var mayBeCallback: Bool {
        let (prefixes, type) = unprefixed
        if prefixes.contains("@escaping") { return true }
        if case .function = type.unwrappingOptional.type.unprefixed.type {
            return type.unwrappingOptional.isOptional
        }
        return false
    }
}

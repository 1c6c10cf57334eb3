/// The wrapper of a client: what is written, what is not, and why.
struct Wrapper {
    struct Entry {
        let member: Member
        let outcome: Outcome

        /// How the member is written, if it is.
        var plans: [Plan] { if case .written(let plans) = outcome { plans } else { [] } }
    }

    let types: ClientTypes
    let style: Style
    let entries: [Entry]

    var client: Client { types.client }

    /// The methods and properties that are written.
    var written: [Member] { entries.filter { !$0.plans.isEmpty }.map(\.member) }

    /// The methods that report no rejection, each with the hint that has them do so.
    var unreported: [(member: Member, hint: Plan.RejectionHint)] {
        entries.compactMap { entry in
            entry.plans.first?.missingRejection.map { (entry.member, $0) }
        }
    }

    /// The written methods that the user has to know more about.
    var cautions: [(member: Member, caution: Caution)] {
        entries.flatMap { entry in (entry.plans.first?.cautions ?? []).map { (entry.member, $0) } }
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
        visibility: AccessLevel
    ) throws {
        types = ClientTypes(client, in: index, shape: style.shape)
        self.style = style
        // A subclass is the client itself.
        let own = style.shape == .subclass ? try hints.map { try Hint($0.text.namingSelf) } : hints
        let defaults = DefaultValue(types: types, visibility: visibility)
        try selection.check(client.members)
        try Self.check(hints, client.members, types)
        let types = types
        let all =
            client.members
            .filter { selection.includes($0) && Self.belongs($0, to: client, style, types) }
            .map { member in
                let planner = Planner(member, of: types, hints: own, defaults: defaults)
                return Entry(
                    member: member,
                    outcome: Self.restricted(planner.outcome, member, style)
                )
            }
            .sorted { $0.member.order < $1.member.order }
        entries = Self.withoutRedeclarations(all, types, style)
    }

    /// Whether the wrapper has a place for the member.
    private static func belongs(
        _ member: Member,
        to client: Client,
        _ style: Style,
        _ types: ClientTypes
    ) -> Bool {
        guard member.isStatic else { return true }
        switch style.shape {
        case .conformance: return true
        // An object cannot have them, which is said of those that issue requests.
        case .subclass: return member.seemsToBeStaticRequest(types)
        // Static members are read of the type itself, unless some of them issue requests.
        case .extension: return client.members.contains { $0.seemsToBeStaticRequest(types) }
        }
    }

    /// The outcome without what a class of the wrapper's own cannot have, and what a subclass need not override.
    private static func restricted(_ outcome: Outcome, _ member: Member, _ style: Style) -> Outcome
    {
        if case .skipped = outcome { return outcome }
        if style.shape == .extension { return outcome }
        let kind = member.symbol.kind.identifier
        if style.shape == .conformance, kind == "swift.init" {
            return .unsettled(.skip("it creates a client, and the wrapper is given one"))
        }
        if member.isStatic || kind == "swift.func.op" {
            return .unsettled(.skip("it belongs to the type, and the wrapper is an object"))
        }
        guard case .written(let plans) = outcome else {
            if case .unsettled(let reason) = outcome { return .unsettled(reason.without("client")) }
            return outcome
        }
        if plans.contains(where: \.wraps), !plans.contains(where: \.returnsClientItself) {
            return .unsettled(.forward("its type is declared, and a wrapper is of another type"))
        }
        if style.shape == .conformance { return outcome }
        guard plans.contains(where: \.isRequest) else { return .skipped }
        if member.isMethod != plans.contains(where: { $0.declaration.kind == .method }) {
            return .unsettled(.forward("it is a closure, which a subclass cannot override"))
        }
        guard member.isOverridable(inItsModule: style.isInModuleOfClient) else {
            return .unsettled(.skip("a subclass cannot override it"))
        }
        return .written(plans.filter { $0.declaration.parameters.count == member.arity })
    }

    private static func check(_ hints: [Hint], _ members: [Member], _ types: ClientTypes) throws {
        for hint in hints where !members.contains(where: { !hint.items(for: $0, types).isEmpty }) {
            let base = hint.name.prefix { $0 != "(" }
            let similar = members.filter { $0.baseName == base }.map { $0.hintName(among: members) }
            throw CommandError(
                "the hint \(hint.text) is for \(hint.name), which the client does not have",
                cure: similar.isEmpty
                    ? "delete the hint, or look at its spelling"
                    : "it has \(Set(similar).sorted().list())"
            )
        }
    }
}

extension Member {
    /// The place in the file: properties first, then by name and identifier.
    fileprivate var order: String {
        "\(isMethod ? 1 : 0) \(baseName.lowercased()) \(symbol.name) \(symbol.precise)"
    }

    fileprivate var arity: Int {
        if case .success(let declaration) = declaration { declaration.parameters.count } else { 0 }
    }

    /// Whether a subclass can override it.
    fileprivate func isOverridable(inItsModule isInModule: Bool) -> Bool {
        let words = symbol.words
        return !isStatic && symbol.swiftExtension == nil && !words.contains("final")
            && (isInModule || symbol.accessLevel == "open")
    }

    /// Whether it belongs to the type, and looks like a request or returns something that issues requests.
    fileprivate func seemsToBeStaticRequest(_ types: ClientTypes) -> Bool {
        guard isStatic, isMethod, case .success(let declaration) = declaration else { return false }
        return declaration.isAsync || declaration.parameters.contains { types.callback($0) != nil }
            || types.core(declaration.result).precise.flatMap { types.firstRequest(of: $0) } != nil
    }
}

/// The generated members of a wrapper, and the reasons why other members are not generated.
struct Wrapper {
    struct Entry {
        let member: Member
        let outcome: Outcome

        /// The remarks, in the order of the comments in the written file.
        let remarks: [Remark]

        init(_ member: Member, _ outcome: Outcome, among members: [Member]) {
            (self.member, self.outcome) = (member, outcome)
            remarks =
                switch outcome {
                case .written(let plan): plan.remarks
                case .unsettled(let reason):
                    [Remark(member, reason, name: member.hintName(among: members))]
                case .skipped: []
                }
        }

        /// The plan of a generated member; `nil` for a member that is not generated.
        var plan: Plan? { if case .written(let plan) = outcome { plan } else { nil } }
    }

    let types: ClientTypes
    let style: Style
    let entries: [Entry]

    var client: Client { types.client }

    var plans: [Plan] { entries.compactMap(\.plan) }

    /// Plans every selected member.
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
        // A generated subclass is the client itself, so a hint that names `base` means `self`.
        let own =
            style.shape == .subclass
            ? try hints.flatMap { try Hint.all(in: $0.text.namingSelf) } : hints
        let defaults = DefaultValue(types: types, visibility: visibility)
        try selection.check(client.members)
        try Self.check(hints, client.members, types)
        let types = types
        entries =
            client.members
            .filter { selection.includes($0) && Self.belongs($0, to: client, style, types) }
            .map { member in
                let planner = Planner(member, of: types, hints: own, defaults: defaults)
                let outcome = Self.restricted(planner.outcome, member, style)
                return Entry(member, outcome, among: client.members)
            }
            .sorted { $0.member.order < $1.member.order }
    }

    /// Whether the generated file can contain the member.
    private static func belongs(
        _ member: Member,
        to client: Client,
        _ style: Style,
        _ types: ClientTypes
    ) -> Bool {
        guard member.isStatic else { return true }
        switch style.shape {
        case .conformance: return true
        // A subclass inherits the static members, so the file only lists static members that seem to issue requests.
        case .subclass: return member.seemsToBeStaticRequest(types)
        // Callers use static members of the type directly, unless a static member issues requests.
        case .extension: return client.members.contains { $0.seemsToBeStaticRequest(types) }
        }
    }

    /// Restricts the outcome for a generated class: a class that conforms to a protocol cannot contain all
    /// members, and a subclass need not override every member.
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
        switch outcome {
        case .unsettled(let reason): return .unsettled(reason.without("client"))
        case .written(let plan) where plan.wraps && !plan.isOfClient:
            return .unsettled(.forward("its type is declared, and a wrapper is of another type"))
        case .written(let plan) where style.shape == .subclass:
            guard plan.isRequest else { return .skipped }
            if member.isMethod != (plan.declaration.kind == .method) {
                return .unsettled(.forward("it is a closure, which a subclass cannot override"))
            }
            let isOverridable = member.isOverridable(inItsModule: style.isInModuleOfClient)
            return isOverridable ? outcome : .unsettled(.skip("a subclass cannot override it"))
        default: return outcome
        }
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
    /// The sort key of the member: properties before methods, then the name, then the identifier.
    fileprivate var order: String {
        "\(isMethod ? 1 : 0) \(baseName.lowercased()) \(symbol.name) \(symbol.precise)"
    }

    fileprivate func isOverridable(inItsModule isInModule: Bool) -> Bool {
        let words = symbol.words
        return !isStatic && symbol.swiftExtension == nil && !words.contains("final")
            && (isInModule || symbol.accessLevel == "open")
    }

    /// Whether the member is a static method that seems to issue a request, or that returns a client.
    fileprivate func seemsToBeStaticRequest(_ types: ClientTypes) -> Bool {
        guard isStatic, isMethod, let declaration else { return false }
        return declaration.isAsync || declaration.parameters.contains { types.callback($0) != nil }
            || types.core(declaration.result).precise.flatMap { types.firstRequest(of: $0) } != nil
    }
}

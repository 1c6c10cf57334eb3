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

        /// The plans of the generated member and of its overload.
        var plans: [Plan] { plan.map { [$0] + $0.overload } ?? [] }
    }

    let types: ClientTypes
    let entries: [Entry]

    var client: Client { types.client }
    var style: Style { types.style }

    var plans: [Plan] { entries.compactMap(\.plan) }

    /// Plans every selected member.
    init(
        _ client: Client,
        in index: SymbolIndex,
        style: Style,
        selection: Selection,
        hints: [Hint]
    ) throws {
        types = ClientTypes(client, in: index, style: style)
        // A generated subclass is the client itself, so a hint that names `base` means `self`.
        let own =
            style.shape == .subclass
            ? try hints.flatMap { try Hint.all(in: $0.text.namingSelf) } : hints
        try selection.check(client.members)
        try Self.check(hints, client.members, types)
        let types = types
        entries = client.members.filter(selection.includes)
            .map { Planner($0, of: types, hints: own) }
            .filter(\.belongsToWrapper)
            .map { Entry($0.member, $0.restrictedOutcome, among: client.members) }
            .sorted { $0.member.order < $1.member.order }
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
}

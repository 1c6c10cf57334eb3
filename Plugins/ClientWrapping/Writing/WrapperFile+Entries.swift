// Plans each selected member for the written file.
extension WrapperFile {
    /// A member of the client, and what becomes of it in the file.
    struct Entry {
        let member: Member
        /// The plans of the generated member and of its overload; empty for a member that is not generated.
        let plans: [Plan]
        /// The remarks, in the order of the comments in the written file.
        let remarks: [Remark]

        init(_ planner: Planner) {
            member = planner.member
            switch planner.restrictedOutcome {
            case .success(let plans): (self.plans, remarks) = (plans, plans.first?.remarks ?? [])
            case .failure(let reason): (plans, remarks) = ([], [Remark(member, reason)])
            }
        }
    }

    /// Plans every selected member.
    static func entries(
        _ types: ClientTypes,
        _ arguments: Arguments,
        _ hints: [Hint]
    ) throws -> [Entry] {
        let members = types.client.members
        // A generated subclass is the client itself, so a hint that names `base` means `self`.
        let own =
            types.shape == .subclass
            ? try hints.flatMap { try Hint.all(in: $0.text.namingSelf) } : hints
        let selected = try arguments.selection(of: members)
        try check(hints, types)
        return selected.map { Planner($0, of: types, hints: own) }
            .filter(\.belongsToWrapper).map(Entry.init)
            .sorted { $0.member.order < $1.member.order }
    }

    private static func check(_ hints: [Hint], _ types: ClientTypes) throws {
        let members = types.client.members
        for hint in hints where !members.contains(where: { !hint.items(for: $0, types).isEmpty }) {
            let base = hint.name.prefix { $0 != "(" }
            let similar = members.filter { $0.baseName == base }.map { $0.hintName(among: members) }
            let remedy =
                similar.isEmpty
                ? "delete the hint, or look at its spelling"
                : "it has \(Set(similar).sorted().list())"
            throw CommandError(
                "the hint \(hint.text) is for \(hint.name), which the client does not have; \(remedy)"
            )
        }
    }
}

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

extension ClientTypes {
    /// Plans every selected member.
    func entries(_ arguments: Arguments, _ hints: [Hint]) throws -> [Entry] {
        // A generated subclass is the client itself, so a hint that names `base` means `self`.
        let own =
            shape == .subclass ? try hints.flatMap { try Hint.all(in: $0.text.namingSelf) } : hints
        let selected = try arguments.selection(of: client.members)
        try check(hints)
        return selected.map { Planner($0, of: self, hints: own) }
            .filter(\.belongsToWrapper).map(Entry.init).sorted { $0.member.order < $1.member.order }
    }

    private func check(_ hints: [Hint]) throws {
        let members = client.members
        for hint in hints where !members.contains(where: { !hint.items(for: $0, self).isEmpty }) {
            let base = hint.name.prefix { $0 != "(" }
            let similar = members.filter { $0.baseName == base }.map { $0.hintName(among: members) }
            let known = "it has \(Set(similar).sorted().list())"
            let remedy = similar.isEmpty ? "delete the hint, or check its spelling" : known
            throw CommandError("the hint \(hint.text) matches no member of the client; \(remedy)")
        }
        for hint in hints where hint.breadth == 0 {
            let named = members.filter { $0.isCalled(hint.name) }.compactMap(\.declaration)
            let titles = named.flatMap(\.parameters).flatMap { [$0.title, $0.name] } + ["return"]
            for case .role(let path, _) in hint.items {
                let owner = String(path.prefix { $0 != "." })
                if titles.contains(owner) { continue }
                throw CommandError("the hint \(hint.text) names \(owner), which is not a parameter")
            }
        }
    }
}

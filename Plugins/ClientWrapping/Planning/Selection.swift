/// The names of the members to wrap and of the members to leave out, with or without argument labels.
struct Selection {
    var only: [String] = []
    var except: [String] = []

    func includes(_ member: Member) -> Bool {
        let isNamed = { (name: String) in name == member.baseName || name == member.symbol.name }
        return (only.isEmpty || only.contains(where: isNamed)) && !except.contains(where: isNamed)
    }

    /// Throws for a name that no member has.
    func check(_ members: [Member]) throws {
        let known = Set(members.flatMap { [$0.baseName, $0.symbol.name] })
        for name in only + except where !known.contains(name) {
            throw CommandError(
                "the client has no method and no property that is called \(name); it has \(Set(members.map(\.symbol.name)).sorted().list())"
            )
        }
    }
}

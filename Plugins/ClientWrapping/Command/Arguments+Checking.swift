// Rejects unknown arguments, and reads the values of options.
extension Arguments {
    private static let flags: Set<String> = [
        "--subclass", "--preconcurrency", "--ask", "--check", "--dry-run", "--help",
        // Only prints the modules whose symbol graphs are missing, for the plugin.
        "--missing-modules",
    ]

    /// Throws if the command does not know one of the arguments.
    func check() throws {
        let help = "--help lists the options"
        if types.count > 1 { throw CommandError("the argument \(types[1]) is unexpected; \(help)") }
        if let incomplete { throw CommandError("\(incomplete) needs a value; \(help)") }
        let unknown = Set(values.keys).subtracting(Self.flags).subtracting(Self.optionsWithValue)
        guard let option = unknown.sorted().first else { return }
        let remedy = option.hasPrefix("--allow-") ? "write it before wrap-client" : help
        throw CommandError("there is no option \(option); \(remedy)")
    }

    /// Returns the names in all values of the option, which are separated by commas.
    func list(_ option: String) -> [String] {
        values[option, default: []].flatMap { $0.splitOutsideBrackets(",") }
    }

    func level(_ option: String) throws -> AccessLevel? {
        try self[option].map { text in
            if let level = AccessLevel(rawValue: text) { return level }
            let levels = AccessLevel.allCases.map(\.rawValue).list()
            throw CommandError("\(option) \(text) is not an access level; use \(levels)")
        }
    }

    /// Returns the members to wrap; throws for a name that no member has.
    func selection(of members: [Member]) throws -> [Member] {
        let (only, except) = (list("--only"), list("--except"))
        for name in only + except where !members.contains(where: { $0.names.contains(name) }) {
            throw CommandError(
                "the client has no method and no property that is called \(name); it has \(Set(members.map(\.symbol.name)).sorted().list())"
            )
        }
        return members.filter {
            (only.isEmpty || $0.names.contains(where: only.contains))
                && !$0.names.contains(where: except.contains)
        }
    }
}

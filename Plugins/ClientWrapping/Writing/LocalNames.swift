/// Finds names for the local variables of a generated body, so that no variable shadows a parameter.
struct LocalNames {
    private let taken: Set<String>

    init(_ declaration: Declaration, besides others: [String] = []) {
        taken = Set(declaration.parameters.map(\.name) + others)
    }

    /// Returns the first name that no parameter has; if every name is taken, the first name with a suffix.
    func free(_ names: String...) -> String {
        names.first { !taken.contains($0) } ?? Self.distinct([names[0]], besides: taken)[0]
    }

    func isTaken(_ name: String) -> Bool { taken.contains(name) }

    /// Returns the names in the same order; a name that is taken or repeated gets a suffix.
    static func distinct(_ names: [String], besides others: Set<String> = []) -> [String] {
        var taken = others
        return names.map { name in
            var free = taken.contains(name) ? name + "Value" : name
            while taken.contains(free) { free += "_" }
            taken.insert(free)
            return free
        }
    }
}

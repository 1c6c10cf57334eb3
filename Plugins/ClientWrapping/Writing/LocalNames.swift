/// The names that the body of a method is free to use.
///
/// A body names the call, a handle, or an error: none of them may hide a parameter of the client's method.
struct LocalNames {
    private let taken: Set<String>

    init(_ declaration: Declaration, besides others: [String] = []) {
        taken = Set(declaration.parameters.map(\.name) + others)
    }

    /// The first of the names that is free; if none is, the first of them with underscores.
    func free(_ names: String...) -> String {
        if let name = names.first(where: { !taken.contains($0) }) { return name }
        var name = names[0]
        while taken.contains(name) { name += "_" }
        return name
    }

    func isTaken(_ name: String) -> Bool { taken.contains(name) }
}

extension LocalNames {
    /// The names in their order, each different from those before it, and none of the others.
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

extension Declaration {
    /// The same declaration with names that are free in a wrapper.
    ///
    /// The body has words that no parameter may be called inside it. What a caller writes stays as it is.
    var withFreeNames: Declaration {
        var declaration = self
        let names = Set(parameters.map(\.name))
        for position in parameters.indices
        where Forms.wordsOfBodies.contains(parameters[position].name) {
            var name = parameters[position].name + "Value"
            while names.contains(name) { name += "_" }
            declaration.parameters[position].name = name
        }
        return declaration
    }
}

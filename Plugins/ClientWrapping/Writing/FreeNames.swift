// Finds names for the local variables of a generated body, so that no variable shadows a parameter.

extension Declaration {
    /// Returns the first name that no parameter has; if every name is taken, the first name with a suffix.
    func free(_ names: String..., besides others: [String] = []) -> String {
        let taken = parameters.map(\.name) + others
        return names.first { !taken.contains($0) } ?? names[0].free(besides: taken)
    }
}

extension String {
    /// Returns the name, with a suffix if it is taken.
    func free(besides taken: [String]) -> String {
        var name = taken.contains(self) ? self + "Value" : self
        while taken.contains(name) { name += "_" }
        return name
    }
}

extension [String] {
    /// Returns the names in the same order; a name that is taken or repeated gets a suffix.
    func distinct(besides taken: [String] = []) -> [String] {
        reduce(into: []) { names, name in names.append(name.free(besides: taken + names)) }
    }
}

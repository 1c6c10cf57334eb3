/// The arguments of the command: the type to wrap, and the options with their values.
///
/// The plugins have symbolic links to this file, because a plugin cannot import a module of its package.
struct Arguments {
    /// The options that have a value; any other option is a flag, such as `--check`.
    static let optionsWithValue: Set<String> = [
        "--access-level", "--except", "--hint", "--hints", "--import", "--module", "--only",
        "--output", "--symbol-graph", "--visible", "--wrapper-module",
    ]

    /// The arguments that belong to no option; only one type is wrapped at a time.
    private(set) var types: [String] = []
    /// The values of each given option; a flag has none.
    private(set) var values: [String: [String]] = [:]
    /// The last option, if its value is missing.
    private(set) var incomplete: String?

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                types.append(argument)
                continue
            }
            // `--output=FILE` is the same as `--output FILE`.
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let name = parts.count == 2 ? parts[0] : argument
            rest = parts.dropFirst() + rest
            let option = ["-h": "--help", "-o": "--output"][name] ?? name
            var found = values[option, default: []]
            if Self.optionsWithValue.contains(option) {
                if rest.isEmpty { incomplete = option }
                let further = rest.dropFirst().prefix { $0.hasSuffix(".json") }
                let count = option == "--symbol-graph" ? 1 + further.count : 1
                found += rest.prefix(count)
                rest = rest.dropFirst(count)
            }
            values[option] = found
        }
    }

    /// The last value of an option.
    subscript(option: String) -> String? { values[option]?.last }

    func contains(_ option: String) -> Bool { values[option] != nil }
}

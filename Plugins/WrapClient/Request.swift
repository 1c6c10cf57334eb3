/// The arguments that the plugin needs; the tool receives all arguments.
struct Request {
    private(set) var type: String?
    private(set) var module: String?
    private(set) var output: String?
    private(set) var isHelp = false

    private static let options: Set<String> = [
        "--module", "--output", "-o", "--only", "--except", "--hint", "--hints", "--import",
        "--access-level", "--visible", "--wrapper-module", "--symbol-graph", "--target",
    ]

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" { isHelp = true }
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let name = parts.first ?? argument
            guard argument.hasPrefix("-"), argument != "-" else {
                type = type ?? argument
                continue
            }
            guard Self.options.contains(name) else { continue }
            let value = parts.count == 2 ? parts[1] : rest.popFirst()
            if name == "--module" { module = value }
            if name == "--output" || name == "-o" { output = value }
        }
    }
}

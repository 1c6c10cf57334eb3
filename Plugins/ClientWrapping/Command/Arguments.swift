/// The arguments of the command, as properties.
struct Arguments {
    var type: String?
    var graphs: [String] = []
    var output: String?
    var hintFile: String?
    var hints: [String] = []
    var imports: [String] = []
    /// The module in which the generated file will be.
    var module: String?
    var visibility: AccessLevel?
    var accessLevel = AccessLevel.internal
    /// The names of the members to wrap and of the members to leave out, with or without argument labels.
    var only: [String] = []
    var except: [String] = []
    /// The given options that have no value, such as `--check`.
    private(set) var flags: Set<String> = []
    private static let knownFlags: Set<String> = [
        "--subclass", "--preconcurrency", "--ask", "--check", "--dry-run", "--help", "-h",
        // Only prints the modules whose symbol graphs are missing, for the plugin.
        "--missing-modules",
    ]

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.hasPrefix("-"), argument != "-" {
                // `--output=FILE` is the same as `--output FILE`.
                let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 2, argument.hasPrefix("--") { rest = [parts[1]] + rest }
                try readOption(parts.count == 2 ? parts[0] : argument, &rest)
            } else if type == nil {
                type = argument
            } else {
                throw CommandError(
                    "\(argument) is one argument too many: one type is wrapped at a time; \(Self.help)"
                )
            }
        }
    }

    private static let help = "--help lists the options"

    private mutating func readOption(_ option: String, _ rest: inout ArraySlice<String>) throws {
        func value() throws -> String {
            guard let value = rest.popFirst() else {
                throw CommandError("\(option) needs a value; \(Self.help)")
            }
            return value
        }
        func list() throws -> [String] { try value().splitOutsideBrackets(",") }
        switch option {
        case "--symbol-graph":
            graphs.append(try value())
            while let next = rest.first, next.hasSuffix(".json") {
                graphs.append(next)
                rest.removeFirst()
            }
        case "--output", "-o": output = try value()
        case "--hint": hints.append(try value())
        case "--hints": hintFile = try value()
        case "--import": imports += try list()
        case "--wrapper-module": module = try value()
        case "--visible": visibility = try level(value(), of: option)
        case "--access-level": accessLevel = try level(value(), of: option)
        case "--only": only += try list()
        case "--except": except += try list()
        // The plugin uses the module to find the symbol graph. The command itself ignores the module.
        case "--module": _ = try value()
        case "--allow-writing-to-package-directory":
            throw CommandError(
                "\(option) is an option of the package manager; write swift package \(option) wrap-client …"
            )
        case _ where Self.knownFlags.contains(option): flags.insert(option)
        default: throw CommandError("there is no option \(option); \(Self.help)")
        }
    }

    private func level(_ text: String, of option: String) throws -> AccessLevel {
        if let level = AccessLevel(rawValue: text) { return level }
        throw CommandError(
            "\(option) \(text) is no access level; it is \(AccessLevel.allCases.map(\.rawValue).list(", "))"
        )
    }

    /// Returns the members to wrap; throws for a name that no member has.
    func selection(of members: [Member]) throws -> [Member] {
        let known = Set(members.flatMap { [$0.baseName, $0.symbol.name] })
        for name in only + except where !known.contains(name) {
            throw CommandError(
                "the client has no method and no property that is called \(name); it has \(Set(members.map(\.symbol.name)).sorted().list())"
            )
        }
        return members.filter { member in
            let names = [member.baseName, member.symbol.name]
            return (only.isEmpty || names.contains(where: only.contains))
                && !names.contains(where: except.contains)
        }
    }
}

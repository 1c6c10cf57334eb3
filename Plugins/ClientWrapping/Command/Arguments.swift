/// What the command is asked for.
struct Arguments {
    var type: String?
    var graphs: [String] = []
    var output: String?
    var hintFile: String?
    var hints: [String] = []
    var imports: [String] = []
    /// The module that the file is a part of.
    var module: String?
    var visibility: AccessLevel?
    var accessLevel = AccessLevel.internal
    var selection = Selection()
    var isSubclass = false
    /// Whether the client's module is imported as one that was written before Swift 6.
    var isPreconcurrency = false
    var isCheck = false
    var isDryRun = false
    var isVerbose = false
    var isHelp = false
    /// Prints which modules' graphs are missing, and writes nothing.
    var listsMissingModules = false
    /// Prints which of these source files declare the type, and writes nothing.
    var sources: [String] = []
}

extension Arguments {
    /// Reads the arguments of the command, without its name.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.hasPrefix("-"), argument != "-" {
                // `--output=FILE` is `--output FILE`.
                let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 2, argument.hasPrefix("--") { rest = [parts[1]] + rest }
                try readOption(parts.count == 2 ? parts[0] : argument, &rest)
            } else if type == nil {
                type = argument
            } else {
                throw CommandError(
                    "\(argument) is one argument too many: one type is wrapped at a time",
                    cure: Self.seeHelp
                )
            }
        }
    }

    static let seeHelp = "--help lists the options"

    private mutating func readOption(_ option: String, _ rest: inout ArraySlice<String>) throws {
        func value() throws -> String {
            guard let value = rest.popFirst() else {
                throw CommandError("\(option) needs a value", cure: Self.seeHelp)
            }
            return value
        }
        func list() throws -> [String] {
            try value().splitOutsideBrackets(",").map(\.trimmed)
        }
        switch option {
        case "--symbol-graph":
            graphs.append(try value())
            while let next = rest.first, next.hasSuffix(".json") {
                graphs.append(next)
                rest.removeFirst()
            }
        case "--declared-in": sources.append(try value())
        case "--output", "-o": output = try value()
        case "--hint": hints.append(try value())
        case "--hints": hintFile = try value()
        case "--import": imports += try list()
        case "--wrapper-module": module = try value()
        case "--visible": visibility = try level(value(), of: option)
        case "--access-level": accessLevel = try level(value(), of: option)
        case "--only": selection.only += try list()
        case "--except": selection.except += try list()
        // Says where to look for the graph, which has been found by now.
        case "--module": _ = try value()
        case "--allow-writing-to-package-directory":
            throw CommandError(
                "\(option) is an option of the package manager",
                cure: "write swift package \(option) wrap-client …"
            )
        default:
            guard let flag = Self.flags[option] else {
                throw CommandError("there is no option \(option)", cure: Self.seeHelp)
            }
            self[keyPath: flag] = true
        }
    }

    private static var flags: [String: WritableKeyPath<Arguments, Bool>] {
        [
            "--subclass": \.isSubclass, "--preconcurrency": \.isPreconcurrency,
            "--check": \.isCheck, "--dry-run": \.isDryRun, "--verbose": \.isVerbose,
            "-v": \.isVerbose, "--help": \.isHelp, "-h": \.isHelp,
            "--missing-modules": \.listsMissingModules,
        ]
    }

    private func level(_ text: String, of option: String) throws -> AccessLevel {
        if let level = AccessLevel(rawValue: text) { return level }
        throw CommandError(
            "\(option) \(text) is no access level",
            cure: "it is \(AccessLevel.allCases.map(\.rawValue).list(", "))"
        )
    }
}

extension Arguments {
    /// The command as it is repeated: without what only says what becomes of the file.
    static func repeated(_ arguments: [String]) -> String {
        arguments.filter { !["--check", "--dry-run", "--verbose", "-v"].contains($0) }
            .map(\.quotedForShell).list(" ")
    }
}

extension String {
    /// The text as one word of a shell.
    fileprivate var quotedForShell: String {
        let isPlain = allSatisfy {
            $0.isLetter || $0.isNumber || "-_./@:,+=".contains($0)
        }
        if isPlain, !isEmpty { return self }
        return "'\(split(separator: "'", omittingEmptySubsequences: false).list("'\\''"))'"
    }
}

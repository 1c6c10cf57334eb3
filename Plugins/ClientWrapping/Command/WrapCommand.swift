import Foundation

/// The command: from its arguments to the written file and the summary.
package struct WrapCommand {
    /// The separator in front of the user's arguments; the generated file contains only these arguments.
    private static let givenMark = "--given"

    let print: (String) -> Void
    private let complain: (String) -> Void
    /// Reads a line of the user; `nil` at the end of the input.
    let read: () -> String?

    /// Creates a command; `print` prints the output, `complain` prints errors and the summary, and `read` reads
    /// the user's answers.
    package init(
        print: @escaping (String) -> Void,
        complain: @escaping (String) -> Void,
        read: @escaping () -> String? = { nil }
    ) {
        self.print = print
        self.complain = complain
        self.read = read
    }

    /// Returns the exit status: 0 for success; 1 for an error, or if a checked file is out of date.
    package func run(_ arguments: [String]) -> Int32 {
        do {
            // The plugin puts its own arguments in front of the user's arguments.
            let given = arguments.firstIndex(of: Self.givenMark)
            let own = given.map { Array(arguments[($0 + 1)...]) } ?? arguments
            let prefix = given == nil ? "wrap-client" : "swift package wrap-client"
            // These options do not change the written file.
            let repeated = own.filter { !["--ask", "--check", "--dry-run"].contains($0) }
            let command = ([prefix] + repeated.map(\.quotedForShell)).list(" ")
            return try run(Arguments(arguments.filter { $0 != Self.givenMark }), command: command)
        } catch {
            complain((error as? CommandError)?.message ?? "error: \(error)")
            return 1
        }
    }

    private func run(_ arguments: Arguments, command: String) throws -> Int32 {
        try arguments.check()
        if arguments.contains("--help") {
            print(Self.help)
            return 0
        }
        guard let type = arguments.types.first else {
            throw CommandError("no type is named; name the client, as in NetworkTool")
        }
        let accessLevel = try arguments.level("--access-level") ?? .internal
        let visible = try arguments.level("--visible")
        let graphs = arguments.values["--symbol-graph", default: []]
        let index = try SymbolIndex(files: Files.graphs(at: graphs))
        let modules = index.types(called: type).compactMap { index.module(of: $0) }
        let module = arguments["--wrapper-module"]
        let visibility = visible ?? (module.map(modules.contains) == false ? .public : .internal)
        let client = try Client(named: type, in: index, visibility: visibility)
        var types = ClientTypes(index: index, client: client, accessLevel: accessLevel)
        if arguments.contains("--missing-modules") {
            print(types.missingModules.sorted().list("\n"))
            return 0
        }
        if index.ancestry(of: client.symbol.precise).contains(KnownTypes.intercepting) {
            throw CommandError("\(client.type) conforms to RequestIntercepting; call it as it is")
        }
        let output = output(for: client, arguments)
        let hintFile = arguments["--hints"] ?? output.map(HintFile.path)
        types.importsPreconcurrency = arguments.contains("--preconcurrency")
        types.module = module ?? client.module
        types.shape = try shape(types, isSubclass: arguments.contains("--subclass"))
        func written() throws -> WrapperFile {
            let isNamed = arguments.contains("--hints")
            let text = try hintFile.flatMap { try Files.text($0, isRequired: isNamed) } ?? ""
            let own = try arguments.values["--hint", default: []].flatMap(Hint.all)
            let hints = try HintFile.read(text, hintFile ?? "") + own
            return WrapperFile(
                types: types,
                entries: try types.entries(arguments, hints),
                command: command,
                imports: ["Interception", client.module] + arguments.list("--import")
            )
        }
        if arguments.contains("--ask") { try ask(hintFile, written) }
        let path = arguments.contains("--dry-run") ? nil : output
        return try finish(try written(), path, isCheck: arguments.contains("--check"))
    }

    /// Asks until no question is left; a chosen hint may lead to a new question.
    private func ask(_ path: String?, _ written: () throws -> WrapperFile) throws {
        guard let path else {
            throw CommandError("--ask has no file for the hints; pass --output FILE")
        }
        var asked: Set<String> = []
        while true {
            let hints = ask(about: try written(), but: &asked)
            if hints.isEmpty { return }
            let text = try Files.text(path) ?? ""
            try Files.write(text + hints.map { "// \($0)\n" }.joined(), to: path)
        }
    }

    // MARK: - Options

    private func shape(_ types: ClientTypes, isSubclass: Bool) throws -> Shape {
        let client = types.client
        guard isSubclass else { return client.kind == .protocol ? .conformance : .extension }
        let isOpen = client.symbol.accessLevel == "open" || types.isInModuleOfClient
        let obstacles = [
            (client.kind != .class, "it is not a class"),
            (client.symbol.words.contains("final"), "it is final"),
            (!isOpen, "it is not open, and the wrapper is in another module"),
            (!client.generics.isEmpty, "the command writes no subclass of a generic class"),
        ]
        for case (true, let obstacle) in obstacles {
            throw CommandError("no subclass of \(client.type): \(obstacle); leave out --subclass")
        }
        return .subclass
    }

    private func output(for client: Client, _ arguments: Arguments) -> String? {
        guard let path = arguments["--output"], path != "-" else { return nil }
        guard Files.isFolder(path) || !path.hasSuffix(".swift") else { return path }
        let isOwnType = client.kind == .protocol || arguments.contains("--subclass")
        let name = isOwnType ? client.wrapperName : "\(Forms.client)+\(client.title)"
        return "\(path)/\(name).swift"
    }

    // MARK: - Output

    /// Writes the file, or prints it if there is no path for it.
    private func finish(_ file: WrapperFile, _ output: String?, isCheck: Bool) throws -> Int32 {
        let text = file.text
        let old = try output.flatMap { try Files.text($0) }
        if let output, let old, !old.hasPrefix(WrapperFile.firstLine) {
            throw CommandError(
                "\(output) was not written by this command, and is left as it is; move it away, or pass another --output",
                at: Files.place(output, line: 1)
            )
        }
        if isCheck {
            guard let output, let old else {
                let reason = output.map { "there is no \($0); write it with \(file.command)" }
                let other = "--check has no file to compare with; pass --output, not --dry-run"
                throw CommandError(reason ?? other)
            }
            if old == text { return 0 }
            let difference = old.difference(to: text)
            print(difference.text)
            throw CommandError(
                "the wrapper is out of date; write it with \(file.command)",
                at: Files.place(output, line: difference.firstLine)
            )
        }
        if let output, old != text { try Files.write(text, to: output) }
        if output == nil { print(text) }
        file.summary(output).forEach(complain)
        return 0
    }
}

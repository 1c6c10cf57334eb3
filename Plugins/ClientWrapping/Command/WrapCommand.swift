import Foundation

/// The command, from its arguments to its exit status.
package struct WrapCommand {
    /// What follows this was given by the user, and goes into the file.
    private static let givenMark = "--given"

    private let files = Files()
    private let print: (String) -> Void
    private let complain: (String) -> Void

    /// Makes the command.
    ///
    /// - Parameters:
    ///   - print: prints what was asked for.
    ///   - complain: prints errors and the summary.
    package init(print: @escaping (String) -> Void, complain: @escaping (String) -> Void) {
        self.print = print
        self.complain = complain
    }

    /// Does what the arguments ask for.
    ///
    /// - Returns: 0 if it is done; 1 if not, or if a checked file is not up to date.
    package func run(_ arguments: [String]) -> Int32 {
        do {
            // What calls this command for the user puts its own arguments first.
            let given = arguments.firstIndex(of: Self.givenMark)
            let own = given.map { Array(arguments[($0 + 1)...]) } ?? arguments
            let prefix = given == nil ? "wrap-client" : "swift package wrap-client"
            let command = "\(prefix) \(Arguments.repeated(own))"
            return try run(Arguments(arguments.filter { $0 != Self.givenMark }), command: command)
        } catch let error as CommandError {
            complain(error.message)
            return 1
        } catch {
            complain("error: \(error)")
            return 1
        }
    }

    private func run(_ arguments: Arguments, command: String) throws -> Int32 {
        if arguments.isHelp {
            print(Self.help)
            return 0
        }
        guard let type = arguments.type else {
            throw CommandError("no type is named", cure: "name the client, as in NetworkTool")
        }
        if !arguments.sources.isEmpty {
            let declaring = try arguments.sources.filter { file in
                let text = String(decoding: try files.read(file), as: UTF8.self)
                return DeclaredTypes(source: text).paths.contains(type)
            }
            print(declaring.list("\n"))
            return 0
        }
        guard !arguments.graphs.isEmpty else {
            throw CommandError(
                "there is no symbol graph",
                cure: "pass --symbol-graph, or use `swift package wrap-client \(type)`"
            )
        }
        let index = try SymbolIndex(files: files.graphs(at: arguments.graphs))
        let visibility = try arguments.visibility ?? visibility(of: type, in: index, arguments)
        let client = try Client(named: type, in: index, visibility: visibility)
        if arguments.listsMissingModules {
            print(ClientTypes(client, in: index).missingModules.sorted().list("\n"))
            return 0
        }
        let obstacles = [
            (
                client.cannotBeCopied(in: index) || files.suppressesCopying(client.symbol),
                "cannot be copied, and a wrapper keeps its client",
                "put a class around it, and wrap that"
            ),
            (
                client.interceptsItself(in: index),
                "conforms to RequestIntercepting, and so intercepts its requests itself",
                "call it as it is"
            ),
            (
                client.isOfAnyNumberOfTypes,
                "is generic over any number of types, and no extension of a wrapper can be",
                "put a type around it that is not, and wrap that"
            ),
        ]
        for case (true, let problem, let cure) in obstacles {
            throw CommandError("\(client.type) \(problem)", cure: cure)
        }
        let output = output(for: client, arguments)
        let wrapper = try Wrapper(
            client,
            in: index,
            style: try style(for: client, arguments),
            selection: arguments.selection,
            hints: try hints(beside: output, arguments),
            visibility: visibility
        )
        let file = WrapperFile(
            wrapper: wrapper,
            command: command,
            imports: Forms.imports + [client.module] + arguments.imports,
            module: arguments.module ?? client.module
        )
        return try finish(file, output: output, arguments)
    }

    // MARK: - Options

    private func visibility(
        of type: String,
        in index: SymbolIndex,
        _ arguments: Arguments
    ) throws -> AccessLevel {
        guard let module = arguments.module else { return .internal }
        let modules = index.types(called: type).compactMap { index.module(of: $0) }
        return modules.contains(module) ? .internal : .public
    }

    private func style(for client: Client, _ arguments: Arguments) throws -> Style {
        var style = Style()
        style.accessLevel = arguments.accessLevel
        style.importsPreconcurrency = arguments.isPreconcurrency
        style.isInModuleOfClient = (arguments.module ?? client.module) == client.module
        if client.kind == .protocol { style.shape = .conformance }
        guard arguments.isSubclass else { return style }
        let words = client.symbol.words
        let isOpen = client.symbol.accessLevel == "open" || style.isInModuleOfClient
        let obstacles = [
            (client.kind != .class, "it is no class"), (words.contains("final"), "it is final"),
            (!isOpen, "it is not open, and the wrapper is in another module"),
            (!client.generics.isEmpty, "the command writes none of a generic class"),
        ]
        for case (true, let obstacle) in obstacles {
            throw CommandError(
                "there is no subclass of \(client.type): \(obstacle)",
                cure: "leave out --subclass"
            )
        }
        style.shape = .subclass
        return style
    }

    private func output(for client: Client, _ arguments: Arguments) -> String? {
        guard let path = arguments.output, path != "-" else { return nil }
        guard files.isFolder(path) || !path.hasSuffix(".swift") else { return path }
        let isOwnType = client.kind == .protocol || arguments.isSubclass
        let name = isOwnType ? client.wrapperName : "\(Forms.client)+\(client.title)"
        return "\(path)/\(name).swift"
    }

    private func hints(beside output: String?, _ arguments: Arguments) throws -> [Hint] {
        var hints: [Hint] = []
        if let file = arguments.hintFile {
            hints = try HintFile.read(String(decoding: files.read(file), as: UTF8.self), file)
        } else if let output {
            let file = HintFile.path(beside: output)
            if let text = try files.text(file) { hints = try HintFile.read(text, file) }
        }
        return hints + (try arguments.hints.map { try Hint($0) })
    }

    // MARK: - Ending

    private func finish(
        _ file: WrapperFile,
        output: String?,
        _ arguments: Arguments
    ) throws -> Int32 {
        let text = file.text
        func summarize(_ path: String?) {
            Summary(file: file, path: path, isVerbose: arguments.isVerbose).lines.forEach(complain)
        }
        if arguments.isCheck, output == nil || arguments.isDryRun {
            throw CommandError(
                "--check has no file to compare with",
                cure: "pass --output FILE, and no --dry-run"
            )
        }
        guard let output, !arguments.isDryRun else {
            print(text)
            summarize(nil)
            return 0
        }
        let old = try files.text(output)
        if let old, !old.hasPrefix(WrapperFile.firstLine) {
            throw CommandError(
                "\(output) was not written by this command, and is left as it is",
                cure: "move it away, or pass another --output"
            )
            .at(output, line: 1)
        }
        if arguments.isCheck { return check(text, old, output, file) }
        if old != text { try files.write(text, to: output) }
        summarize(output)
        return 0
    }

    private func check(
        _ text: String,
        _ old: String?,
        _ output: String,
        _ file: WrapperFile
    ) -> Int32 {
        guard old != text else { return 0 }
        if let old {
            let difference = LineDifference(from: old, to: text)
            print(difference.text)
            let place = Files.place(output, line: difference.firstLine)
            complain("\(place): error: the wrapper is out of date; write it with \(file.command)")
        } else {
            complain("error: there is no \(output); write it with \(file.command)")
        }
        return 1
    }
}

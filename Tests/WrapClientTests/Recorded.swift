@testable import ClientWrapping

/// The symbol graph of the clients in Tests/WrapClient, and the wrappers that the command wrote for them.
///
/// `scripts/wrappers --write` records both.
enum Recorded {
    /// The status of the command, the wrapper and the summary.
    typealias Result = (status: Int32, output: String, errors: String)

    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static let graphFile = tests.appendingPathComponent("Graphs/Clients.symbols.json")

    /// The graph with the paths of the source files on this machine.
    static let graph: String = {
        let clients = tests.appendingPathComponent("../WrapClient/Sources/Clients/")
        return copy(replacing: [#""uri":""#: #""uri":"\#(clients.absoluteString)"#])
    }()

    /// Returns the path of a copy of the graph with other texts.
    static func copy(replacing texts: [String: String]) -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        do {
            try texts.reduce(String(contentsOf: graphFile, encoding: .utf8)) {
                $0.replacing($1.key, with: $1.value)
            }
            .write(to: file, atomically: true, encoding: .utf8)
        } catch { Issue.record(error) }
        return file.path
    }

    static let wrappers = tests.appendingPathComponent("../WrapClient/Sources/Swift5App/Wrappers")

    static func run(_ arguments: String...) -> Result { run(arguments) }

    static func run(_ arguments: [String]) -> Result {
        var output: [String] = []
        var errors: [String] = []
        let command = WrapCommand(print: { output.append($0) }, complain: { errors.append($0) })
        let status = command.run(arguments)
        return (status, output.joined(separator: "\n"), errors.joined(separator: "\n"))
    }

    static func wrap(
        _ type: String,
        only names: String? = nil,
        hints: [String] = [],
        options: [String] = []
    ) -> Result {
        run(
            [type, "--symbol-graph", graph, "--wrapper-module", "App"] + options
                + (names.map { ["--only", $0] } ?? []) + hints.flatMap { ["--hint", $0] }
        )
    }

    static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("WrapClientTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }
}

/// Writes the wrapper of a recorded client, with at most one hint.
func wrap(_ type: String, only names: String? = nil, hint: String? = nil) -> Recorded.Result {
    Recorded.wrap(type, only: names, hints: hint.map { [$0] } ?? [])
}

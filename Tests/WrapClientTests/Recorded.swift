@testable import ClientWrapping

/// The symbol graph of the clients in Tests/WrapClient, and the wrappers that the command wrote for them.
///
/// `scripts/wrappers --write` records both.
enum Recorded {
    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static let graphFile = tests.appendingPathComponent("Graphs/Clients.symbols.json")

    static let graph = graphFile.path

    static let wrappers = tests.deletingLastPathComponent()
        .appendingPathComponent("WrapClient/Sources/Swift5App/Wrappers")

    /// Runs the command, and returns its status, its output and its errors.
    static func run(_ arguments: String...) -> (status: Int32, output: String, errors: String) {
        run(arguments)
    }

    static func run(_ arguments: [String]) -> (status: Int32, output: String, errors: String) {
        var output: [String] = []
        var errors: [String] = []
        let command = WrapCommand(print: { output.append($0) }, complain: { errors.append($0) })
        let status = command.run(arguments)
        return (status, output.joined(separator: "\n"), errors.joined(separator: "\n"))
    }

    /// Runs the command for a client of the recorded graph.
    static func wrap(
        _ type: String,
        only names: String? = nil,
        hints: [String] = [],
        options: [String] = []
    ) -> (status: Int32, output: String, errors: String) {
        run(
            [type, "--symbol-graph", graph, "--wrapper-module", "App"] + options
                + (names.map { ["--only", $0] } ?? []) + hints.flatMap { ["--hint", $0] }
        )
    }
}

@testable import ClientWrapping

/// The files that the command has written in Tests/WrapClient, where they are compiled and tested.
@Suite struct `Recorded wrappers` {
    @Test(arguments: files)
    func `the command writes each recorded wrapper again without a change`(_ name: String) throws {
        let file = Recorded.wrappers.appendingPathComponent(name)
        let text = try String(contentsOf: file, encoding: .utf8)
        // The third line is the command.
        let command = try #require(text.lines.dropFirst(2).first)
        let given = command.shellWords.drop { $0 != "wrap-client" }.dropFirst()
        let hints = HintFile.path(beside: file.path)
        let hintOptions = FileManager.default.fileExists(atPath: hints) ? ["--hints", hints] : []
        let own = [
            "--symbol-graph", Recorded.graph, "--wrapper-module", "Swift5App", "--visible",
            "package", "--dry-run",
        ]
        let result = Recorded.run(own + hintOptions + ["--given"] + given)
        #expect(result.status == 0, "\(result.errors)")
        // Printing may add a line break at the end.
        let isSame = result.output == text || result.output == text + "\n"
        #expect(isSame, "\(text.difference(to: result.output).text)")
    }

    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: Recorded.wrappers.path)
        return (names ?? []).filter { !$0.hasSuffix(".hints.swift") }.sorted()
    }()

    @Test func `the folder of recorded wrappers has 33 files`() { #expect(Self.files.count == 33) }
}

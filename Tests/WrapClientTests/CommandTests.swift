@testable import ClientWrapping

@Suite("The command")
struct CommandTests {
    private let graph = Recorded.graph

    @Test(arguments: [
        ([], "no type is named"), (["--loud"], "there is no option --loud"),
        (["A", "B"], "the argument B is unexpected"), (["A", "--only"], "--only needs a value"),
        (["A"], "there is no symbol graph"),
        (["A", "--access-level", "open"], "use internal, package, public"),
        (["A", "--symbol-graph", "/nowhere.json"], "/nowhere.json cannot be read"),
        (["Boxed", "--symbol-graph", Recorded.graph, "--ask"], "--ask has no file for the hints"),
    ])
    func `wrong arguments are an error that names the problem`(
        _ arguments: [String],
        problem: String
    ) {
        let result = Recorded.run(arguments)
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("error: "))
        #expect(result.errors.contains(problem), "\(result.errors)")
    }

    @Test(arguments: [
        (["Nobody"], "Nobody is not declared in Clients"),
        (["FeedClients"], "FeedClients is not declared in Clients; similar are: FeedClient, "),
        (["PairClient", "--only", "get"], "no method and no property that is called get"),
        (["PairClient", "--hint", "post() = skip"], "it has post(_:data:success:failure:)"),
        (["PairClient", "--hint", "-> Nothing = waits"], "matches no member of the client"),
        (["PairClient", "--hint", "x* = skip"], "matches no member of the client"),
        (
            ["PairClient", "--hint", "post(_:data:success:failure:) = a: success"],
            "names a, which is"
        ),
        (["StaticClient", "--subclass"], "it is not a class"),
        (["GenericClient", "--subclass"], "no subclass of GenericClient<Item>: it is final"),
        (["OwnClient"], "OwnClient conforms to RequestIntercepting"),
    ])
    func `a name that does not fit the client is an error`(_ arguments: [String], problem: String) {
        let result = Recorded.run(arguments + ["--symbol-graph", graph])
        #expect(result.status == 1)
        #expect(result.errors.contains(problem), "\(result.errors)")
    }

    @Test func `--ask writes the hint of each answer into a file beside the wrapper`() throws {
        try Recorded.withFolder { folder in
            var answers = ["", "2", "nonsense", "forward", "-"]
            var output: [String] = []
            let command = WrapCommand(
                print: { output.append($0) },
                complain: { _ in },
                read: { answers.isEmpty ? nil : answers.removeFirst() }
            )
            let arguments = [
                "UncertainClient", "--symbol-graph", graph, "--output", folder, "--ask", "--only",
                "job,stream,ended,onlySuccess",
            ]
            #expect(command.run(arguments) == 0)
            #expect(answers.isEmpty)
            let path = "\(folder)/InterceptingClient+UncertainClient"
            let hints = try String(contentsOfFile: "\(path).hints.swift", encoding: .utf8)
            #expect(hints.lines == ["// ended(_:) = then: finally", "// job() = forward", ""])
            let text = try String(contentsOfFile: "\(path).swift", encoding: .utf8)
            #expect(text.contains("base.ended($0)"), "\(text)")
            #expect(!text.contains("--ask"))
            #expect(output.contains { $0.contains("has the unknown part nonsense") }, "\(output)")
        }
    }

    @Test func `a wrapper file is written again only if its text changes`() throws {
        try Recorded.withFolder { folder in
            let path = "\(folder)/InterceptingClient+StaticClient.swift"
            #expect(write(to: folder).status == 0)
            let old = Date(timeIntervalSince1970: 0)
            let manager = FileManager.default
            try manager.setAttributes([.modificationDate: old], ofItemAtPath: path)
            #expect(write(to: folder).status == 0)
            #expect(try manager.attributesOfItem(atPath: path)[.modificationDate] as? Date == old)
            #expect(write(to: folder, "--only", "get").status == 0)
            #expect(try manager.attributesOfItem(atPath: path)[.modificationDate] as? Date != old)
        }
    }

    @Test func `overwriting a file that the command has not written is an error`() throws {
        try Recorded.withFolder { folder in
            let path = "\(folder)/Mine.swift"
            try Data("let mine = 1\n".utf8).write(to: URL(fileURLWithPath: path))
            let result = write(to: path)
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("\(path):1: error: "))
            #expect(result.errors.contains("was not written by this command"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "let mine = 1\n")
        }
    }

    @Test func `--check writes nothing, and shows the changes`() throws {
        try Recorded.withFolder { folder in
            #expect(write(to: folder, "--check").errors.hasPrefix("error: there is no"))
            _ = write(to: folder)
            #expect(write(to: folder, "--check").status == 0)
            let path = "\(folder)/InterceptingClient+StaticClient.swift"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let changed = text.replacingOccurrences(of: "intercept(\"get\"", with: "ask(\"get\"")
            try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
            let result = write(to: folder, "--check")
            #expect(result.status == 1)
            #expect(result.output.contains("-        ask(\"get\""))
            #expect(result.output.contains("+        intercept(\"get\""))
            let line = text.lines.firstIndex { $0.contains("intercept(\"get\"") }
            #expect(result.errors.hasPrefix("\(path):\((line ?? 0) + 1): error: "))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == changed)
        }
    }

    @Test(arguments: [["--output", "-"], ["--output", "A.swift", "--dry-run"], []])
    func `--check without a file to compare with is an error`(_ options: [String]) {
        let result = Recorded.run(["StaticClient", "--symbol-graph", graph, "--check"] + options)
        #expect(result.status == 1)
        #expect(result.errors.contains("--check has no file to compare with"), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func `the last line of the summary counts written and other methods`() throws {
        let result = Recorded.run(["UncertainClient", "--symbol-graph", graph])
        let last = try #require(result.errors.lines.last)
        #expect(last.contains(" written, "), "\(last)")
        #expect(last.contains(" left to you"), "\(last)")
    }

    @Test func `a written file begins with its command line, without the output options`() throws {
        try Recorded.withFolder { folder in
            _ = write(to: folder, "--ask", "--hint", "user() = label: who's \\(self)")
            let path = "\(folder)/InterceptingClient+StaticClient.swift"
            let lines = try String(contentsOfFile: path, encoding: .utf8).lines
            #expect(lines[0] == WrapperFile.firstLine)
            #expect(lines[2].hasPrefix("//     wrap-client StaticClient --symbol-graph"))
            #expect(lines[2].hasSuffix(#"--hint 'user() = label: who'\''s \(self)'"#))
        }
    }

    @Test func `a method that is not wrapped is a warning with file and line`() throws {
        try Recorded.withFolder { folder in
            let path = "\(folder)/A.swift"
            let options = ["--symbol-graph", graph, "--output", path]
            let result = Recorded.run(["UncertainClient"] + options)
            let warnings = result.errors.lines.filter { $0.contains(": warning: ") }
            let text = try String(contentsOfFile: path, encoding: .utf8).lines
            #expect(warnings.count > 5)
            for warning in warnings {
                let parts = warning.split(separator: ":").map(String.init)
                #expect(parts[0] == path)
                let line = try #require(Int(parts[1]))
                let name = try #require(warning.components(separatedBy: "warning: ").last)
                    .prefix { !" ,".contains($0) }
                #expect(text[line - 1].hasPrefix("    // \(name) is not wrapped:"))
            }
        }
    }

    @Test func `the command creates a missing folder for the wrapper`() throws {
        try Recorded.withFolder { folder in
            for path in ["\(folder)/New/Wrappers", "\(folder)/Other/A.swift"] {
                #expect(write(to: path).status == 0)
            }
            let files = FileManager.default
            let name = "InterceptingClient+StaticClient.swift"
            #expect(files.fileExists(atPath: "\(folder)/New/Wrappers/\(name)"))
            #expect(files.fileExists(atPath: "\(folder)/Other/A.swift"))
        }
    }

    @Test func `an invalid symbol graph is an error with a remedy`() throws {
        try Recorded.withFolder { folder in
            let path = "\(folder)/A.symbols.json"
            try Data(#"{"module": {"name": "A"}, "symbols": 3}"#.utf8)
                .write(to: URL(fileURLWithPath: path))
            let result = Recorded.run("A", "--symbol-graph", path)
            #expect(result.errors.contains("is not a symbol graph"))
            #expect(result.errors.contains("swift symbolgraph-extract"))
        }
    }

    @Test func `unknown fields and kinds of a symbol graph are ignored`() throws {
        try Recorded.withFolder { folder in
            let path = "\(folder)/A.symbols.json"
            let text = """
                {"metadata": {"formatVersion": {"major": 9}}, "module": {"name": "A", "new": 1},
                 "new": [], "relationships": [{"kind": "newOf", "source": "a", "target": "b", "new": 1}],
                 "symbols": [
                  {"identifier": {"precise": "s:1A1CC", "new": 1}, "kind": {"identifier": "swift.class"},
                   "pathComponents": ["C"], "accessLevel": "public", "new": {}},
                  {"identifier": {"precise": "x"}, "kind": {"identifier": "swift.new"},
                   "pathComponents": ["X"], "accessLevel": "new"}]}
                """
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(Recorded.run("C", "--symbol-graph", path).status == 0)
        }
    }

    private func write(to path: String, _ options: String...) -> Recorded.Result {
        Recorded.run(["StaticClient", "--symbol-graph", graph, "--output", path] + options)
    }
}

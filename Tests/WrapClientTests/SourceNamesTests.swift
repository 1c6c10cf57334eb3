@testable import ClientWrapping

/// The names in callback types, which a symbol graph of a compiled module does not contain.
@Suite struct `Names in callback types` {
    /// The names in angle quotes are only in the source file.
    @Test(arguments: [
        "get(done: («_ data: »String?, «_ error: »String?) -> Void)",
        "get(done: («_ all: »[String: (Int, Int)], Gen<Int, Int>, «_ e: »Int) async -> Void)",
        "get(a: (String) -> Void = { (x: String) -> Void in x < 1 }, b: («_ e: »Int) throws -> Void)",
        "get(next: («_ next: »(«_ page: »String) -> Void, «_ error: »Int) -> Void) -> String",
    ])
    func `names in a callback's type are read from the source file`(_ text: String) throws {
        let (graph, named) = (text.replacing(/«.*?»/, with: ""), text.filter { !"«»".contains($0) })
        let lines = named.replacing(", ", with: ", // a, (b) -> c\n /* d: */ ")
        #expect(try read(graph, lines) == named)
        #expect(try read(graph, "get(done: (_ other: Int) -> Void)") == graph)
        #expect(try read(graph, "/* get") == graph)
    }

    @Test
    func `a result type only in the source, or another declaration, changes no names`() throws {
        let named = "get(id: Int, done: (_ text: String, _ error: Int) -> Void)"
        let graph = "get(id: Int, done: (String, Int) -> Void)"
        #expect(try read(graph, "\(named) -> Void") == named)
        let property = "get: (String) -> Void"
        #expect(try read(property, "get = get\nlet other: (_ text: String) -> Void") == property)
    }

    /// Returns a declaration of a symbol graph with the names of its source; types keep their identifiers.
    private func read(_ declaration: String, _ source: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try "\r\n    public func \(source) {\n other((Int) -> Void) }"
            .write(to: file, atomically: true, encoding: .utf8)
        let type = ##""},{"spelling":"String","preciseIdentifier":"s:SS"},{"spelling":""##
        let symbol = """
            {"identifier":{"precise":"m"},"kind":{"identifier":"swift.method"},
            "pathComponents":["get()"],"accessLevel":"public",
            "declarationFragments":[{"spelling":"\(declaration.replacing("String", with: type))"}],
            "location":{"uri":"\(file.absoluteString)","position":{"line":1}}}
            """
        let names = SourceNames()
        let found = names.adding(to: try JSONDecoder().decode(Symbol.self, from: Data(symbol.utf8)))
        #expect(found.tokens.tokens.allSatisfy { ($0.text == "String") == ($0.precise != nil) })
        return found.declaration
    }
}

@testable import ClientWrapping

@Suite struct `Reading declarations` {
    @Test(arguments: [
        "Int", "[String: [Int]?]", "(any Error)?", "any Error & Sendable", "Gen<T>.Order",
        "@escaping @Sendable (Result<T, any Error>) -> Void", "((String, Int) -> Void)?",
        "(repeat each T)", "inout [Int]", "some Collection<Int>", "(any P).Type",
        "(_ value: String?, _ error: (any Error)?) -> Void", "() async throws(E) -> T",
        "@convention(block) (Int) -> Void", "(a: Int, b: Int)", "() -> () -> Void", "~Copyable",
    ])
    func `a parsed type is printed as it was written`(_ text: String) throws {
        let type = try TypeSyntax(text: text)
        #expect("\(type)" == text)
    }

    @Test func `a method is read with its parameters, defaults, effects and requirements`() throws {
        let declaration = try read(
            """
            @discardableResult func send<T>(_ in: String = "a, (b) \\(x + "c")", for key: [T] = [], \
            many: Int..., done: @escaping (T?, (any Error)?) -> Void = { _, _ in }) async throws(E) \
            -> Ticket? where T : Decodable, T.A == Int
            """
        )
        #expect(declaration.name == "send")
        #expect(declaration.attributes == ["@discardableResult"])
        #expect(declaration.parameters.map(\.label) == [nil, "for", "many", "done"])
        #expect(declaration.parameters.map(\.name) == ["in", "key", "many", "done"])
        #expect(declaration.parameters[0].defaultValue == #""a, (b) \(x + "c")""#)
        #expect(declaration.parameters[1].defaultValue == "[]")
        #expect(declaration.parameters[2].isVariadic)
        #expect(declaration.parameters[3].defaultValue == "{ _, _ in }")
        #expect(declaration.isAsync)
        #expect(declaration.throwing == .only(try TypeSyntax(text: "E")))
        #expect("\(declaration.result)" == "Ticket?")
        #expect(declaration.requirements.map(\.text) == ["T: Decodable", "T.A == Int"])
    }

    @Test(arguments: [
        ("var name: String", true), ("let name: String", false), ("@A.B var name: String", true),
        ("var name: String { get }", false), ("lazy var name: String { get set }", true),
        ("var name: String { get async throws }", false),
    ])
    func `a property is read as writable only if it has a setter`(
        _ text: String,
        isWritable: Bool
    ) throws {
        #expect(try read(text).isWritable == isWritable)
    }

    @Test(arguments: [
        "func send(", "func send(_: Int) gives Int", "macro send()", "var name: [String", "",
        "var name: String { willSet }",
    ])
    func `a declaration that cannot be parsed throws an error`(_ text: String) {
        #expect(throws: UnreadableDeclaration.self) { try read(text) }
    }

    @Test(arguments: ["in", "repeat", "self"])
    func `a name that is a keyword is escaped`(_ name: String) {
        #expect(name.escaped == "`\(name)`")
        #expect("value".escaped == "value")
    }

    private func read(_ text: String) throws -> Declaration {
        var reader = TokenReader(list: TokenList(text: text))
        return try reader.declaration()
    }
}

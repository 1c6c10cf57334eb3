@testable import ClientWrapping

/// Finds the module that declares a client, by the text of the modules' files.
@Suite struct `The file that declares a client` {
    @Test(
        arguments: [
            ("public final class Client: Base {}", ["Client"]),
            ("extension Page { enum Client { static let shared = 1 } }", ["Page.Client"]),
            ("extension Api.Inner where A == B { struct Client {} }", ["Api.Inner.Client"]),
            (
                "struct Api { actor `Client` { class func get() { struct Local {} } } }",
                ["Api", "Api.Client"]
            ),
            ("func page() { class Client {} }\nlet a = { enum Client {} }", []),
            ("// class Client {\n/* struct Client { /* } */ */ protocol Client {}", ["Client"]),
            (#"let a = "class Client { \("}") {"; enum B {}"#, ["B"]),
            ("let a = /\"/ ; let b = 1\nclass Client {}", ["Client"]),
            ("import class Old.Client\nlet a = b.extension { }\nstruct C {}", ["C"]),
            (
                "class Client { class var a: Int { 1 }\n enum Kind {} }\nclass",
                ["Client", "Client.Kind"]
            ),
        ]
    )
    func `the declared types of a file are found with their paths`(
        _ source: String,
        paths: [String]
    ) {
        #expect(DeclaredTypes(source: source).paths == Set(paths))
    }

    @Test func `of several files the file that declares the client is found`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("SourceTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (page, client) = ("\(folder.path)/Page.swift", "\(folder.path)/Client.swift")
        try Data("extension Page { enum Client {} }".utf8).write(to: URL(fileURLWithPath: page))
        try Data("class Client {}".utf8).write(to: URL(fileURLWithPath: client))
        let options = ["--declared-in", page, "--declared-in", client]
        #expect(Recorded.run(["Client"] + options).output == client)
        #expect(Recorded.run(["Page.Client"] + options).output == page)
        #expect(Recorded.run(["Nobody"] + options).output.isEmpty)
    }
}

import Testing

@testable import ClientWrapping

@Suite("Overloads, subscripts and attributes")
struct OverloadTests {
    private func run(
        _ type: String = "OverloadClient",
        _ options: String...
    ) -> (status: Int32, output: String, errors: String) {
        Recorded.run([type, "--symbol-graph", Recorded.graph, "--wrapper-module", "App"] + options)
    }

    @Test("A hint with types is for one of several methods of the same name")
    func typedHints() {
        let name = "get(_: String, done: (Int) -> Void)"
        let found = run("OverloadClient", "--only", "get")
        #expect(found.output.contains("//     \(name) = done: callback"), "\(found.output)")
        let text = run("OverloadClient", "--only", "get", "--hint", "\(name) = done: success")
            .output
        #expect(text.contains("func get(_ name: String, done:"), "\(text)")
        #expect(!text.contains("func get(_ id: Int, done:"))
        // A hint for all of them is for those that it fits.
        let all = run(
            "OverloadClient",
            "--only",
            "get",
            "--hint",
            "get(_:done:) = done: callback { ok, text in ok ? nil : Refused(text) }"
        )
        #expect(all.output.contains("func get(_ id: Int, done:"), "\(all.output)")
        #expect(all.output.contains("func get(_ path: URL, done:"))
        #expect(!all.output.contains("func get(_ name: String, done:"))
    }

    @Test("no method is declared twice")
    func redeclarations() {
        let (_, text, errors) = run()
        #expect(text.components("func retry(completion:") == 1, "\(text)")
        #expect(text.components("func retry(times:") == 1)
        #expect(text.components("func user(") == 1)
        #expect(
            errors.contains(
                "user is not wrapped: the client has a method that is called in the same way"
            )
        )
    }

    @Test("a protocol method with other types is an overload")
    func additions() {
        let text = run().output
        #expect(text.contains("func add(_ number: Int,"), "\(text)")
        #expect(text.contains("func add(_ text: String,"))
    }

    @Test(
        "a subscript keeps its labels, and with callbacks it is not forwarded"
    )
    func subscripts() {
        let (_, text, errors) = run()
        #expect(
            text.contains("subscript<Key>(key key: Key, newValue: Int) -> Int where"),
            "\(text)"
        )
        #expect(
            text.contains("nonmutating set(newElement) { base[key: key, newValue] = newElement }")
        )
        #expect(
            errors.contains(
                "subscript(later:_:) is not wrapped: it is a subscript, and completion is a callback"
            )
        )
        #expect(!text.contains("\n    subscript(later"))
    }

    @Test("A property that is awaited is a request")
    func awaited() {
        let text = run().output
        #expect(text.contains(#"try await intercept("latest")"#), "\(text)")
        #expect(text.contains("try await base.latest"))
    }

    @Test("A result builder stays with a parameter, and not with the method that is built with it")
    func builders() {
        let text = run().output
        #expect(text.contains("@Lines lines: @escaping () -> [String]"), "\(text)")
        #expect(text.contains("lines: lines,"))
        #expect(!text.contains("@Trimmed"))
        #expect(!text.contains("@Lines\n"))
        #expect(text.contains("func lines() -> [String]"))
    }

    @Test("ownership is written only for noncopyable arguments")
    func owners() {
        let (_, text, errors) = run()
        #expect(text.contains("func consumed(_ name: String) async throws"), "\(text)")
        #expect(errors.contains("opened(_:completion:) is not wrapped: door is consuming"))
        #expect(text.contains("func keyed(_ door: borrowing Door) -> Int"))
    }

    @Test("Callbacks in an array bypass no group")
    func holders() {
        #expect(run().errors.contains("all(_:) is not wrapped: handlers holds callbacks"))
    }

    @Test("a variadic generic client is rejected with a remedy")
    func packs() {
        let result = run("PackClient")
        #expect(result.status == 1)
        #expect(result.errors.contains("is generic over any number of types"), "\(result.errors)")
        #expect(result.errors.contains("put a type around it"))
    }

    @Test("methods of the main actor stay there, and others stay nonisolated")
    func mainActor() {
        let text = run("MainClient").output
        #expect(text.contains("@MainActor\n    func load("), "\(text)")
        #expect(text.contains("@MainActor\n    subscript(key: String)"))
        #expect(text.contains("nonisolated func free("))
        #expect(text.contains("@MainActor\n    @preconcurrency\n    func old("))
    }

    @Test("values and callbacks that an actor cannot accept are reported")
    func actors() {
        let errors = run("CallbackActor").errors
        #expect(
            errors.contains("keep(_:) is not wrapped: client is passed to an actor"),
            "\(errors)"
        )
        #expect(
            errors.contains(
                "load(completion:) is not wrapped: it has callbacks and belongs to an actor"
            )
        )
        #expect(errors.contains("on(isolation:path:) is not wrapped: isolation is isolated"))
        let text = run("CallbackActor", "--hint", "on(isolation:path:) = forward").output
        #expect(text.contains("try await base.on(isolation: isolation, path: path)"), "\(text)")
    }
}

@Suite("Subclasses")
struct SubclassTests {
    private func run(_ options: String...) -> (status: Int32, output: String, errors: String) {
        Recorded.run(
            [
                "OpenRequests", "--subclass", "--symbol-graph", Recorded.graph, "--wrapper-module",
                "App",
            ]
                + options
        )
    }

    @Test("a hint for the base applies to the subclass")
    func hints() {
        let text = run(
            "--hint",
            #"number(completion:) = cancel: base.stop($0); label: number of \(base.name)"#
        )
        .output
        #expect(text.contains("cancel: { [self] in self.stop($0) }"), "\(text)")
        #expect(
            text.contains(#"intercept("number of \(self.name)""#)
                || text.contains(#""number of \(self.name)","#)
        )
        #expect(text.contains("super.number(completion:"))
    }

    @Test("methods that a subclass cannot override are reported")
    func bypasses() {
        let (_, text, errors) = run()
        #expect(
            errors.contains(
                "send is not wrapped: it is a closure, which a subclass cannot override"
            ),
            "\(errors)"
        )
        #expect(errors.contains("shared(completion:) is not wrapped: it belongs to the type"))
        #expect(errors.contains("users is not wrapped: CompletionClient may issue requests itself"))
        #expect(!text.contains("users = client"))
        #expect(text.contains("override var latest: String"))
    }

    @Test("A class that only its own module can inherit from has no subclass elsewhere")
    func closed() {
        let options = ["ClosedClient", "--subclass", "--symbol-graph", Recorded.graph]
        let outside = Recorded.run(options + ["--wrapper-module", "App"])
        #expect(outside.status == 1)
        #expect(
            outside.errors.contains("it is not open"),
            "\(outside.errors)"
        )
        let inside = Recorded.run(options)
        #expect(inside.status == 0)
        #expect(inside.output.contains("override func get("), "\(inside.output)")
    }
}

extension String {
    /// How often the text is in it.
    fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}

@testable import ClientWrapping

@Suite struct `Overloads and attributes` {
    @Test func `a hint with types applies to one of several overloads`() {
        let name = "get(_: String, done: (Int) -> Void)"
        let found = wrap("OverloadClient", only: "get")
        #expect(found.output.contains("//     \(name) = done: success"), "\(found.output)")
        let text = wrap("OverloadClient", only: "get", hint: "\(name) = done: success").output
        #expect(text.contains("func get(_ name: String, done:"), "\(text)")
        #expect(!text.contains("func get(_ id: Int, done:"))
        // A hint without types applies to the overloads that it fits.
        let hint = "get(_:done:) = done: callback { ok, text in ok ? nil : Refused(text) }"
        let all = wrap("OverloadClient", only: "get", hint: hint)
        #expect(all.output.contains("func get(_ id: Int, done:"), "\(all.output)")
        #expect(all.output.contains("func get(_ path: URL, done:"))
        #expect(!all.output.contains("func get(_ name: String, done:"))
    }

    @Test func `the wrapper keeps the result builder of a parameter, and not of a method`() {
        let text = wrap("OverloadClient").output
        #expect(text.contains("@Lines lines: @escaping () -> [String]"), "\(text)")
        #expect(text.contains("lines: lines,"))
        #expect(!text.contains("@Trimmed"))
        #expect(!text.contains("@Lines\n"))
        #expect(text.contains("func lines() -> [String]"))
    }

    @Test func `a method with an isolated parameter is written if the hint is forward`() {
        let text = wrap("ActorClient", hint: "on(isolation:path:) = forward").output
        #expect(text.contains("try await base.on(isolation: isolation, path: path)"), "\(text)")
    }
}

@Suite struct `Written subclasses` {
    @Test func `a class that is not open can have a subclass only in its own module`() {
        let options = ["ClosedClient", "--subclass", "--symbol-graph", Recorded.graph]
        let outside = Recorded.run(options + ["--wrapper-module", "App"])
        #expect(outside.status == 1)
        #expect(outside.errors.contains("it is not open"), "\(outside.errors)")
        let inside = Recorded.run(options)
        #expect(inside.status == 0)
        #expect(inside.output.contains("override func get("), "\(inside.output)")
    }
}

@testable import ClientWrapping

@Suite struct `Overloads and attributes` {
    private func run(
        _ type: String = "OverloadClient",
        only names: String? = nil,
        hint: String? = nil
    ) -> (status: Int32, output: String, errors: String) {
        Recorded.wrap(type, only: names, hints: hint.map { [$0] } ?? [])
    }

    @Test func `a hint with types applies to one of several overloads`() {
        let name = "get(_: String, done: (Int) -> Void)"
        let found = run(only: "get")
        #expect(found.output.contains("//     \(name) = done: success"), "\(found.output)")
        let text = run(only: "get", hint: "\(name) = done: success").output
        #expect(text.contains("func get(_ name: String, done:"), "\(text)")
        #expect(!text.contains("func get(_ id: Int, done:"))
        // A hint without types applies to the overloads that it fits.
        let hint = "get(_:done:) = done: callback { ok, text in ok ? nil : Refused(text) }"
        let all = run(only: "get", hint: hint)
        #expect(all.output.contains("func get(_ id: Int, done:"), "\(all.output)")
        #expect(all.output.contains("func get(_ path: URL, done:"))
        #expect(!all.output.contains("func get(_ name: String, done:"))
    }

    @Test func `a subscript is not written`() {
        #expect(run().errors.contains("not wrapped: the command writes no subscripts"))
    }

    @Test func `the wrapper keeps the result builder of a parameter, and not of a method`() {
        let text = run().output
        #expect(text.contains("@Lines lines: @escaping () -> [String]"), "\(text)")
        #expect(text.contains("lines: lines,"))
        #expect(!text.contains("@Trimmed"))
        #expect(!text.contains("@Lines\n"))
        #expect(text.contains("func lines() -> [String]"))
    }

    @Test func `a borrowing or consuming parameter is written only if no request is issued`() {
        let (_, text, errors) = run()
        #expect(errors.contains("consumed(_:) is not wrapped: the request may start"))
        #expect(text.contains("func keyed(_ door: borrowing Door) -> Int"), "\(text)")
    }

    @Test func `a method with an array of callbacks is not written`() {
        #expect(run().errors.contains("all(_:) is not wrapped: handlers holds callbacks"))
    }

    @Test func `callbacks that an actor cannot accept are reported`() {
        let errors = run("CallbackActor").errors
        #expect(
            errors.contains(
                "load(completion:) are not wrapped: it has callbacks and belongs to an actor"
            )
        )
        #expect(
            errors.contains(
                "on(isolation:path:) is not wrapped: the request may start when isolation is gone"
            )
        )
        let text = run("CallbackActor", hint: "on(isolation:path:) = forward").output
        #expect(text.contains("try await base.on(isolation: isolation, path: path)"), "\(text)")
    }
}

@Suite struct `Written subclasses` {
    private func run(_ hints: String...) -> (status: Int32, output: String, errors: String) {
        Recorded.wrap("OpenRequests", hints: hints, options: ["--subclass"])
    }

    @Test func `in a hint for a subclass "base" means the subclass itself`() {
        let hint = #"number(completion:) = cancel: base.stop($0); label: number of \(base.name)"#
        let text = run(hint).output
        #expect(text.contains("cancel: { [self] in self.stop($0) }"), "\(text)")
        #expect(
            text.contains(#"intercept("number of \(self.name)""#)
                || text.contains(#""number of \(self.name)","#)
        )
        #expect(text.contains("super.number(completion:"))
    }

    @Test func `methods that a subclass cannot override are reported`() {
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

    @Test func `a class that is not open can have a subclass only in its own module`() {
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

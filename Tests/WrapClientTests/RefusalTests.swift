import Testing

@testable import ClientWrapping

/// A request that is refused tells its caller, or the command says that it does not, and what would.
@Suite("Refusals")
struct RefusalTests {
    private func run(
        _ type: String,
        _ only: String,
        _ hints: String...
    ) -> (status: Int32, output: String, errors: String) {
        Recorded.run(
            [type, "--symbol-graph", Recorded.graph, "--wrapper-module", "App", "--only", only]
                + hints.flatMap { ["--hint", $0] }
        )
    }

    @Test(
        "A method whose callbacks cannot carry the error says so, with the hint that settles it",
        arguments: [
            (
                "CompletionClient", "five(completion:)", "", "completion(nil, 0, false, nil, $0)"
            ),
            (
                "UncertainClient", "flagSendable(done:)",
                "done: callback { ok, _ in ok ? nil : Refused() }", #"done?(false, "\($0)")"#
            ),
            (
                "UncertainClient", "maybe(completion:)",
                "completion: callback { data in data == nil ? Refused() : nil }",
                "completion(nil)"
            ),
            ("UncertainClient", "onlySuccess(_:)", "success: success", #"success("")"#),
        ]
    )
    func untold(_ type: String, _ name: String, _ role: String, _ refusal: String) {
        let hints = role.isEmpty ? [] : ["--hint", "\(name) = \(role)"]
        let options = [type, "--symbol-graph", Recorded.graph, "--only", name] + hints
        let (_, text, errors) = Recorded.run(options)
        let hint = "\(name) = refusal: \(refusal)"
        #expect(text.contains("// \(name) tells nobody if it is refused"), "\(text)")
        #expect(text.contains("//     \(hint)\n    func "), "\(text)")
        #expect(errors.contains("note: \(name) tells nobody if it is refused"), "\(errors)")
        #expect(errors.contains("    --hint '\(hint)'"))
        #expect(errors.contains("1 written, 1 tells nobody of a refusal"))

        // What it says can be pasted.
        let settled = Recorded.run(options + ["--hint", hint])
        #expect(!settled.output.contains("tells nobody"), "\(settled.output)")
        #expect(settled.output.contains("\(refusal) }"), "\(settled.output)")
        #expect(!settled.errors.contains("tells nobody"))
    }

    @Test(
        "a rejected request calls the callback that always comes last",
        arguments: [
            ("CompletionClient", "reset(completionHandler:)", ".finished(completionHandler)"),
            (
                "PairClient", "manyValues(success:failure:always:)",
                ".each(.failure(failure), .finished(always))"
            ),
        ]
    )
    func last(_ type: String, _ name: String, _ refusal: String) {
        let (_, text, errors) = run(type, name)
        #expect(text.contains("onRefusal: \(refusal)) { call in"), "\(text)")
        #expect(!errors.contains("tells nobody"), "\(errors)")
    }

    @Test("A method whose callback can carry any error says nothing of refusals")
    func told() {
        for (type, name) in [
            ("PairClient", "post"), ("CompletionClient", "value"),
            ("CompletionClient", "errorFirst"), ("CompletionClient", "foundationError"),
            ("CompletionClient", "onMain"), ("HandleClient", "ticket"), ("UncertainClient", "ping"),
        ] {
            let (_, text, errors) = run(type, name)
            #expect(text.contains("func "), "\(name)")
            #expect(!text.contains("refused") && !errors.contains("refusal"), "\(text)")
        }
    }

    @Test("In the hint of an asynchronous method, too, $0 is the error of the refusal")
    func asynchronous() {
        let (_, limited, _) = run(
            "AsyncClient",
            "limited",
            #"limited() = refusal: Refused("\($0)")"#
        )
        #expect(limited.contains(#"throw error as? Refused ?? Refused("\(error)")"#), "\(limited)")
        let (_, count, _) = run(
            "AsyncClient",
            "count",
            #"count() = refusal: ["\($0)"].map { $0.count }.first"#
        )
        #expect(count.contains(#"return ["\(error)"].map { $0.count }.first"#), "\(count)")
    }

    @Test("The $0 of a closure inside a refusal is not the error")
    func closureInside() {
        let hint = "reset(completionHandler:) = refusal: [1].forEach { print($0) }"
        let text = run("CompletionClient", "reset", hint).output
        #expect(text.contains("onRefusal: { _ in [1].forEach { print($0) }"), "\(text)")
    }
}

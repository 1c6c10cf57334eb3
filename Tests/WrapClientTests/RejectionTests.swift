@testable import ClientWrapping

/// A rejected request reports an error to its caller; otherwise the command says so, and offers a hint.
@Suite struct `Rejections in written methods` {
    @Test(arguments: [
        (
            "CompletionClient", "five(completion:)", "", "completion(nil, 0, $0, false, nil)",
            "onRejection: { error in completion(nil, 0, error, false, nil) }"
        ),
        (
            "UncertainClient", "flagSendable(done:)",
            "done: callback { ok, _ in ok ? nil : Refused() }", #"done(false, "\($0)")"#,
            #"rejection: { error in (false, "\(error)") }"#
        ),
        (
            "UncertainClient", "maybe(completion:)",
            "completion: callback { data in data == nil ? Refused() : nil }",
            "completion(nil)", "rejection: { _ in nil }"
        ),
        (
            "UncertainClient", "onlySuccess(_:)", "success: success", #"success("")"#,
            #"rejection: { _ in "" }"#
        ),
        (
            "PairClient", "own(success:failure:)", "failure: failure",
            "failure(<the Refused>)", ""
        ),
    ])
    func `the command notes that a method reports no rejection, and proposes a hint (V4)`(
        _ type: String,
        _ name: String,
        _ role: String,
        _ call: String,
        _ written: String
    ) {
        let hints = role.isEmpty ? [] : ["--hint", "\(name) = \(role)"]
        let options = [type, "--symbol-graph", Recorded.graph, "--only", name] + hints
        let (_, text, errors) = Recorded.run(options)
        let hint = "\(name) = rejection: \(call)"
        #expect(text.contains("// \(name) does not report a rejection"), "\(text)")
        #expect(text.contains("//     \(hint)\n    func "), "\(text)")
        #expect(errors.contains("note: \(name) does not report a rejection"), "\(errors)")
        #expect(errors.contains("    --hint '\(hint)'"))
        #expect(errors.contains("1 written, 1 does not report a rejection"))

        // The hint can be pasted, unless it has a placeholder.
        guard !written.isEmpty else { return }
        let settled = Recorded.run(options + ["--hint", hint])
        #expect(!settled.output.contains("does not report"), "\(settled.output)")
        #expect(settled.output.contains(written), "\(settled.output)")
        #expect(!settled.errors.contains("does not report"))
    }

    @Test func `the onRejection closure calls a callback that can carry the error (V4)`() {
        let text = wrap("ShapeClient", only: "confirmed").output
        #expect(text.contains("onRejection: { error in failure(error) }) { call in"), "\(text)")
        let hint = "onMainWithStatus(success:failure:) = failure: callback { _, error in error }"
        let onMain = wrap("ShapeClient", only: "onMainWithStatus", hint: hint)
        let closure = "{ error in Task { @MainActor in failure(nil, error) } }"
        #expect(onMain.output.contains("onRejection: \(closure)"), "\(onMain.output)")
    }

    @Test func `a rejection hint leaves the value of a code open, because 0 may mean success`() {
        let errors = wrap("Desk", only: "count", hint: "c* = done: callback { _, _, _ in nil }")
            .errors
        #expect(errors.contains("rejection: done(<the Int>, nil, nil)"), "\(errors)")
    }

    @Test func `in the rejection hint of an asynchronous method $0 is the error`() {
        let refused = #"limited() = rejection: Refused("\($0)")"#
        let limited = wrap("AsyncClient", only: "limited", hint: refused)
        let thrown = #"throw error as? Refused ?? Refused("\(error)")"#
        #expect(limited.output.contains(thrown), "\(limited)")
        let hint = #"count() = rejection: ["\($0)"].map { $0.count }.first"#
        let count = wrap("AsyncClient", only: "count", hint: hint).output
        #expect(count.contains(#"return ["\(error)"].map { $0.count }.first"#), "\(count)")
        let pair = wrap("Corner", only: "pair", hint: "p* = rejection: (nil, .offline)").output
        #expect(pair.contains("rejection: { _ in (nil, .offline) }"), "\(pair)")
    }

    @Test(arguments: [
        ("[1].forEach { print($0) }", "{ _ in [1].forEach { print($0) } }"),
        ("reason in log(reason)", "{ reason in log(reason) }"),
        ("log($0)", "{ error in log(error) }"),
    ])
    func `a rejection hint that calls no callback becomes the onRejection closure`(
        _ rejection: String,
        _ closure: String
    ) {
        let hint = "reset(completionHandler:) = rejection: \(rejection)"
        let text = wrap("CompletionClient", only: "reset", hint: hint).output
        #expect(text.contains("onRejection: \(closure)) { call in"), "\(text)")
    }
}

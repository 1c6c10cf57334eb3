@testable import ClientWrapping

@Suite struct `Reading hints` {
    @Test(arguments: [
        ("a() = forward", Hint.Item.word(.forward)), ("a() = skip", .word(.skip)),
        ("a = client", .word(.client)), ("a() = holds handle", .word(.holdsHandle)),
        ("a() = cancel: nothing", .value(.cancel, nil)),
        ("a() = cancel: $0.stop()", .value(.cancel, "$0.stop()")),
        (#"a() = label: GET \(path)"#, .value(.label, #"GET \(path)"#)),
        (
            #"a(b:) = b: callback { ok in ok ? nil : E(a: "x; y") }"#,
            .role(
                parameter: "b",
                .callback(Finding(names: ["ok"], expression: #"ok ? nil : E(a: "x; y")"#))
            )
        ),
        ("a() = rejection: done(nil)", .value(.rejection, "done(nil)")),
        ("a(b:) = b: success", .role(parameter: "b", .success)),
        ("a(b:) = b: progress", .role(parameter: "b", .progress)),
        (
            "a(b:) = b: progress if { text in text.isFirst }",
            .role(
                parameter: "b",
                .progressIf(Finding(names: ["text"], expression: "text.isFirst"))
            )
        ),
    ])
    func `each form of a hint is parsed to its Hint.Item`(_ text: String, item: Hint.Item) throws {
        #expect(try Hint.all(in: text).map(\.items) == [[item]])
    }

    @Test(arguments: [
        "send", "= done: success", "send() = hurry", "send() = done:", "send() = done: sucess",
        "send() = done: callback x", "send() = done: progress if x",
        "send() = done: callback { ok in <the error, or nil> }", "(A) = callback { a in <the a> }",
    ])
    func `an invalid hint is an error with a remedy`(_ text: String) {
        let error = #expect(throws: CommandError.self) { try Hint.all(in: text) }
        #expect(error?.description.contains("; ") == true)
    }

    @Test func `a hint for several names is read as one hint for each name`() throws {
        let hints = try Hint.all(in: "a(), b(_: Pair<Int, Int>, done: (Int) -> Void) = skip")
        #expect(hints.map(\.name) == ["a()", "b(_: Pair<Int, Int>, done: (Int) -> Void)"])
        #expect(hints.map(\.items) == [[.word(.skip)], [.word(.skip)]])
        #expect(hints.last?.text == "b(_: Pair<Int, Int>, done: (Int) -> Void) = skip")
    }

    @Test func `a file of hints has only comments, and any other line is an error`() throws {
        let text = "/// For readers.\n\n// a() = skip // Why.\n//\n  // b() = forward\n"
        #expect(try HintFile.read(text, "a.hints.swift").map(\.name) == ["a()", "b()"])
        let hint = "a() = cancel: stop(\"b // c\")"
        #expect(try HintFile.read("// \(hint) // Why.", "a").map(\.text) == [hint])
        let error = #expect(throws: CommandError.self) { try HintFile.read("\nlet a = 1", "a") }
        #expect(error?.message.contains("a:2: error: ") == true)
    }

    @Test func `each file in the folder of example hints has only hints`() throws {
        let folder = Recorded.tests.appendingPathComponent("../../Examples/Hints")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let hints = try files.flatMap { name in
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return try HintFile.read(text, name)
        }
        #expect(hints.count > files.count)
    }

    @Test func `a hint names both types of a Result, and its closure those of its callback`() {
        let refusal = "(Result<Int, FeedClient.Refusal>) = rejection: (.failure(.gone))"
        let output = Recorded.wrap("FeedClient", only: "drop", hints: [refusal]).output
        #expect(output.contains("rejection: { _ in .failure(.gone) }"), "\(output)")
        let progress =
            "onReply: progress if { reply in if case .headers = reply { true } else { false } }"
        let hint = "serve(onReply:) = onReply: success; \(progress)"
        let serve = Recorded.wrap("FeedClient", only: "serve", hints: [hint]).output
        #expect(serve.contains("} as @Sendable (FeedClient.Reply<T>) -> Void"), "\(serve)")
    }
}

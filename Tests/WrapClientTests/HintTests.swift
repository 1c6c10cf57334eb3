import Testing

@testable import ClientWrapping

@Suite("Hints")
struct HintTests {
    @Test("a hint has a name and roles")
    func parts() throws {
        let hint = try Hint(
            #"send(_:done:) = done: callback { ok, text in ok ? nil : E(a: "x; y") }; label: GET \(path)"#
        )
        #expect(hint.name == "send(_:done:)")
        #expect(
            hint.items == [
                .role(
                    parameter: "done",
                    .callback(names: ["ok", "text"], error: #"ok ? nil : E(a: "x; y")"#)
                ),
                .label(#"GET \(path)"#),
            ]
        )
    }

    @Test(
        "each argument has the effect that the help describes",
        arguments: [
            ("a() = forward", Hint.Item.forward), ("a() = skip", .skip), ("a = client", .client),
            ("a() = holds handle", .holdsHandle), ("a() = cancel: nothing", .cancel(nil)),
            ("a() = cancel: $0.stop()", .cancel("$0.stop()")),
            ("a() = rejection: done(nil)", .rejection("done(nil)")),
            ("a(b:) = b: success", .role(parameter: "b", .success)),
            ("a(b:) = b: failure", .role(parameter: "b", .failure)),
            ("a(b:) = b: completion", .role(parameter: "b", .completion)),
            ("a(b:) = b: finally", .role(parameter: "b", .finally)),
            ("a(b:) = b: progress", .role(parameter: "b", .progress)),
            ("a(b:) = b: untouched", .role(parameter: "b", .untouched)),
        ]
    )
    func word(_ text: String, item: Hint.Item) throws {
        #expect(try Hint(text).items == [item])
    }

    @Test(
        "an empty hint is rejected with a remedy",
        arguments: [
            "send", "= done: success", "send() = hurry", "send() = done:", "send() = done: sucess",
            "send() = done: callback x", "send() = done: callback { ok in <the error, or nil> }",
        ]
    )
    func wrong(_ text: String) {
        let error = #expect(throws: CommandError.self) { try Hint(text) }
        #expect(error?.cure != nil)
    }

    @Test("A file of hints is Swift that is all comments")
    func file() throws {
        let text = "/// For readers.\n\n// a() = skip\n//\n  // b() = forward\n"
        #expect(try HintFile.read(text, "a.hints.swift").map(\.name) == ["a()", "b()"])
        let error = #expect(throws: CommandError.self) {
            try HintFile.read("\nlet a = 1", "a.hints.swift")
        }
        #expect(error?.message.contains("a.hints.swift:2: error: ") == true)
    }
}

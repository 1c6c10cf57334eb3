import Testing

@testable import ClientWrapping

/// What is not certain is not written, and says what settles it.
@Suite("Nothing is guessed")
struct CertaintyTests {
    @Test(
        "A method that is not certain is a comment with the reason",
        arguments: [
            ("events(_:)", "says for sure whether the request has failed"),
            ("asks(shouldContinue:completion:)", "returns Bool, and no role can"),
            ("message(success:failure:)", "is an error for sure"),
            ("onlySuccess(_:)", "no callback tells of a failure"),
            ("reporting(to:)", "is a delegate"),
            ("start(_:)", "the client reports to a delegate"),
            ("sending(_:)", "may carry a callback: onCompletion"),
            ("request(_:)", "on which a request may go on: response(_:)"),
            ("stream()", "it returns a stream"),
            ("job()", "it returns Operation, perhaps of a request"),
            ("many(_:completion:)", "any number of values"),
            ("owned(_:)", "is consuming"),
            ("onActor(_:)", "belongs to @OtherActor"),
            ("users", "may issue requests itself"),
            ("perhapsFailed(success:failure:)", "its error may be nil"),
            ("ended(_:)", "says neither that it ends the request nor how"),
        ]
    )
    func reason(_ name: String, reason: String) {
        let result = Recorded.run(
            "UncertainClient",
            "--symbol-graph",
            Recorded.graph,
            "--wrapper-module",
            "App",
            "--only",
            name
        )
        #expect(result.status == 0)
        #expect(result.output.contains("// \(name) is not wrapped:"))
        #expect(result.errors.contains(reason), "\(result.errors)")
        #expect(!result.output.contains("func "))
    }

    @Test(
        "The hint that a reason offers settles it",
        arguments: [
            ("events(_:)", "events(_:) = handler: success"),
            ("onlySuccess(_:)", "onlySuccess(_:) = success: success"),
            ("reporting(to:)", "reporting(to:) = forward"),
            ("users", "users = client"),
            (
                "asks(shouldContinue:completion:)",
                "asks(shouldContinue:completion:) = shouldContinue: untouched"
            ),
        ]
    )
    func settled(_ name: String, hint: String) {
        let text = Recorded.wrapper(of: "UncertainClient", "--only", name, "--hint", hint)
        #expect(!text.contains("is not wrapped"), "\(text)")
        #expect(text.contains("func ") || text.contains("var "))
    }

    @Test("A handle that somebody else may have to start, or has no cancel(), needs a hint")
    func handles() {
        let (_, text, errors) = Recorded.run(
            "HandleClient",
            "--symbol-graph",
            Recorded.graph,
            "--only",
            "prepared,torn,number"
        )
        #expect(errors.contains("whether it has been started is not certain"))
        #expect(errors.contains("it returns Tearable, which has no cancel()"))
        #expect(errors.contains("number(completion:) = cancel: base.cancel($0)"))
        #expect(!text.contains("func "))
    }

    @Test("A label is the name of the method, and never an argument")
    func labels() {
        let text = Recorded.wrapper(of: "PairClient")
        #expect(text.contains(#"intercept("post""#))
        #expect(!text.contains(#"\("#))
    }
}

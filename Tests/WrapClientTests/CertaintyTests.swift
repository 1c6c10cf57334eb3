@testable import ClientWrapping

/// A method whose declaration is ambiguous is not written; the reason names the hint that settles it.
@Suite struct `Ambiguous methods (V4)` {
    @Test(arguments: [
        ("events(_:)", "each case may be the end, or not: finished, found, progress"),
        ("change(updates:)", "and nothing ends the request"),
        ("asks(shouldContinue:)", "from which the client gets a value"),
        ("perhapsResult(completion:)", "shows whether the request has failed"),
        ("sendingMore(_:)", "may carry a callback: onEvent"),
        ("adding(_:)", "is Operation, which this may start"),
        ("waiting(_:)", "may call then at any time"),
        ("many(_:completion:)", "is variadic"),
        ("message(failure:)", "no callback certainly reports a success"),
        ("onlySuccess(_:)", "no callback certainly reports a failure"),
        ("reporting(to:)", "write the method by hand, with DelegatedCalls in between"),
        ("start(_:)", "a delegate, which may report the end of a request"),
        ("start(_:)", "= skip'"), ("reporting(to:)", "= skip'"),
        ("sending(_:)", "may carry a callback: onCompletion"),
        ("request(_:)", "on which a request may go on: response(_:)"),
        ("stream()", "it returns AsyncStream<String>, a stream"),
        ("job()", "it returns Operation, perhaps of a request"),
        ("callActor(_:)", "is isolated to @OtherActor"), ("users", "may issue requests itself"),
        ("ended(_:)", "does not show whether and how it ends the request"),
    ])
    func `an ambiguous method is not written, and a comment has the reason (V4)`(
        _ name: String,
        reason: String
    ) {
        let result = Recorded.wrap("UncertainClient", only: name)
        #expect(result.status == 0)
        #expect(result.output.contains("// \(name) is not wrapped:"))
        #expect(result.errors.contains(reason), "\(result.errors)")
        #expect(!result.output.contains("func "))
    }

    @Test(arguments: [
        "UncertainClient", "HandleClient", "NamesClient", "OverloadClient", "ShapeClient",
    ])
    func `every hint that a written file offers makes the command write the method`(_ type: String)
    {
        let lines = Recorded.wrap(type).output.lines.map(\.trimmed)
        // A hint with a placeholder in angle brackets cannot be used unchanged.
        let hints = lines.filter {
            $0.hasPrefix("//     ") && $0.contains(" = ") && !$0.contains("<the")
        }
        .map { String($0.dropFirst(2)).trimmed }
        #expect(!hints.isEmpty)
        for hint in hints {
            let name = String(hint.prefix { $0 != "=" }).trimmed
            let text = Recorded.wrap(type, only: name, hints: [hint]).output
            #expect(!text.contains("// \(name) is not wrapped"), "\(hint): \(text)")
        }
    }

    @Test func `a method that returns a publisher is not written without a hint`() {
        // Linux has no Combine, so the recorded graph gets a publisher in place of its stream.
        let names = ["s:ScS\"": "s:7Combine12AnyPublisherV\"", "AsyncStream": "AnyPublisher"]
        let graph = Recorded.copy(replacing: names)
        let options = ["UncertainClient", "--symbol-graph", graph, "--only", "stream()"]
        let (_, text, errors) = Recorded.run(options)
        #expect(errors.contains("a stream, which may never end"), "\(errors)")
        #expect(text.contains("//     stream() = forward"), "\(text)")
        let forwarded = Recorded.run(options + ["--hint", "stream() = forward"]).output
        #expect(forwarded.contains("AnyPublisher<"))
    }

    @Test func `the wrapper of a protocol keeps typed throws`() {
        let hint = #"token() = rejection: Refused("\(error)")"#
        let (_, text, errors) = Recorded.wrap("Authorizing", hints: [hint])
        #expect(errors.contains("revoke() does not report a rejection, because it throws only"))
        #expect(text.contains("func token() async throws(Refused) -> String"))
        #expect(text.contains(#"throw error as? Refused ?? Refused("\(error)")"#))
        #expect(text.contains("if let error = error as? Refused { throw error }"))
    }

    @Test func `a rejection hint that calls a callback becomes an argument of the callback's role`()
    {
        func wrapper(rejection: String) -> String {
            let done = "done: callback { ok, _ in ok ? nil : Refused(path) }"
            let hint = "flag(_:done:) = \(done); rejection: \(rejection)"
            return Recorded.wrap("UncertainClient", only: "flag(_:done:)", hints: [hint]).output
        }
        #expect(wrapper(rejection: "done(false, nil)").contains("rejection: { _ in (false, nil) }"))
        let text = wrapper(rejection: #"done(false, "\($0)")"#)
        #expect(text.contains(#"rejection: { error in (false, "\(error)") }"#))
        let reason = wrapper(rejection: "reason in done(false, reason.text)")
        #expect(reason.contains("onRejection: { reason in done(false, reason.text) }"))
    }

    @Test func `a method whose handle has no cancel(), or may have to be started, needs a hint`() {
        let (_, text, errors) = Recorded.wrap("HandleClient", only: "prepared,torn,number")
        #expect(errors.contains("whether it has been started is not certain"))
        #expect(errors.contains("it returns Tearable, and how to cancel it is not certain"))
        #expect(errors.contains("number(completion:) = cancel: base.cancel($0)"))
        #expect(!text.contains("func "))
    }
}

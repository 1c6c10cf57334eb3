@testable import ClientWrapping

/// Callbacks that say little of a failure, and handles that say little of cancelling.
@Suite struct `Proposed hints` {
    private func run(only names: String? = nil, hints: [String] = []) -> Recorded.Result {
        Recorded.wrap("VerdictClient", only: names, hints: hints)
    }

    @Test(arguments: ["VerdictClient", "MarketClient", "Hub"])
    func `with the printed hints unchanged, no method remains ambiguous`(_ type: String) {
        let hints = Recorded.wrap(type).errors.lines.filter { $0.hasPrefix("    --hint '") }
            .map { String($0.dropFirst("    --hint '".count).dropLast()) }
            .filter { !$0.contains("<the ") }
        #expect(hints.count > 2)
        let errors = Recorded.wrap(type, hints: hints).errors
        #expect(!errors.contains("warning: "), "\(errors)")
    }

    @Test(
        "an ambiguous method is reported with a hint that fits its declaration",
        arguments: [
            "isOpen(completion:) = completion: success",
            "prepared(completion:) = completion: callback { first in first ? nil : UnexplainedFailureError() }; cancel: $0.cancel()",
            "-> URLSession*Task = cancel: $0.cancel()",
            "page(_:modifier:) = client",
            "mail(_:progress:completion:) = completion: callback { _, errors in errors.first?.1 }",
            "logIn(success:needsCode:failure:) = needsCode: success; success: success; failure: failure",
            "confirm(done:) = done: callback { first in Result(catching: first).reportedFailure }",
            "value(_:completion:) = completion: callback { first in first as? any Error }",
            "cachedItem(completion:) = completion: success",
            "numbered(completion:) = cancel: nothing",
            "read(received:done:) = cancel: base.cancelRead($0, failed: { _ in }); holds handle",
            "cancelRead(_:failed:) = forward", "receive(_:callback:) = forward",
            "subscribe(_:failure:) = forward", "attach(added:moved:) = forward",
            "save(done:failure:) = done: success", "set(prepare:failure:) = forward",
            "store(done:), storeAll(done:) = done: callback { first in first ? nil : UnexplainedFailureError() }",
            "batch(_:) = cancel: $0.cancel()",
        ]
    )
    func proposed(_ hint: String) {
        let errors = run().errors + Recorded.wrap("Hub").errors
        #expect(errors.contains("--hint '\(hint)'"), "\(errors)")
    }

    @Test func `beside a completion handler, a callback such as onRenewal reports progress`() {
        let output = run(only: "renew").output
        for role in [".progress(taskHandler)", ".progress(onRenewal)"] {
            #expect(output.contains(role), "\(output)")
        }
    }

    @Test(
        "a method that only reports to the client becomes no request",
        arguments: [
            ("VerdictClient", "session(_:didReceive:completionHandler:)"),
            ("VerdictClient", "register(_:eventHandler:)"), ("Hub", "listen(completion:)"),
            ("VerdictClient", "onExpiry(completion:)"), ("Hub", "delegateOnClose(to:callback:)"),
            ("Hub", "addPingListener(_:error:)"), ("Hub", "setCloseHandler(_:)"),
            ("Hub", "unlisten()"), ("PausedTask", "pause()"),
        ]
    )
    func report(_ type: String, _ name: String) {
        let (_, output, errors) = Recorded.wrap(type, only: name)
        #expect(!output.contains("intercept("), "\(output)")
        #expect(errors.contains("1 written"), "\(errors)")
    }

    @Test func `a callback without a value may be the success, and an error may be in one value`() {
        let output = Recorded.wrap("Hub", only: "leave,tally").output
        let found = "{ if case .failed(let error) = result.outcome { error } else { nil } }()"
        for code in [".success(left), .failure(failure)", "call.answer(\(found))"] {
            #expect(output.contains(code), "\(output)")
        }
    }

    @Test func `a hint for an error in a callback also selects an error of another type`() {
        let output = run(only: "close", hints: ["(Error?) = failure"]).output
        #expect(output.contains(".success(success), .failure(failure)"), "\(output)")
    }

    @Test
    func
        `for a method of a protocol "waits" is not proposed, and the message says what "skip" needs`()
    {
        let errors = Recorded.wrap("Handling").errors
        let remedy = "write it by hand in an extension of InterceptingHandling"
        #expect(errors.contains(remedy), "\(errors)")
        #expect(errors.contains("cannot wait for a limit"), "\(errors)")
        #expect(!errors.contains("= waits"), "\(errors)")
    }

    @Test func `a setter that is private in the source is not written`() throws {
        try Recorded.withFolder { folder in
            let source = URL(fileURLWithPath: "\(folder)/A.swift")
            let text = "public private(set) var mode: Int { get { 0 } set {} }"
            try text.write(to: source, atomically: true, encoding: .utf8)
            func symbol(_ precise: String, _ kind: String, _ path: String, _ text: String) -> String
            {
                """
                {"identifier":{"precise":"\(precise)"},"kind":{"identifier":"swift.\(kind)"},
                "pathComponents":[\(path)],"accessLevel":"public","declarationFragments":
                [{"spelling":"\(text)"}],
                "location":{"uri":"\(source.absoluteString)","position":{"line":0}}}
                """
            }
            let owner = symbol("s:1A", "class", #""A""#, "class A")
            let mode = symbol("s:1Am", "property", #""A","mode""#, "var mode: Int { get set }")
            let graph = """
                {"module":{"name":"A"},"symbols":[\(owner),\(mode)],
                "relationships":[{"kind":"memberOf","source":"s:1Am","target":"s:1A"}]}
                """
            let file = "\(folder)/A.symbols.json"
            try graph.write(toFile: file, atomically: true, encoding: .utf8)
            let output = Recorded.run("A", "--symbol-graph", file).output
            #expect(output.contains("var mode: Int { base.mode }"), "\(output)")
        }
    }
}

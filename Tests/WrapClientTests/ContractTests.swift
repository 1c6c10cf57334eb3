@testable import ClientWrapping

/// Shapes of real clients that a declaration describes only in part.
@Suite struct `Methods whose declaration shows only a part of the contract` {
    private func warning(_ name: String) -> String {
        let lines = wrap("ContractClient", only: name).errors.lines
        return lines.filter { $0.contains("warning: ") || $0.contains("--hint ") }.list("\n")
    }

    @Test(arguments: [
        "observe(_:handler:)", "subscribe(to:handler:)", "addPathListener(_:)",
        "open(_:onEvent:)", "changes(_:)",
    ])
    func `a listener method only calls the client, and the file and the summary say so`(
        _ name: String
    ) {
        let (_, output, errors) = wrap("ContractClient", only: name)
        let note = "\(name) is not a request: "
        #expect(errors.contains("note: \(note)"), "\(errors)")
        #expect(errors.contains("1 written, 1 passed on as a listener"), "\(errors)")
        #expect(output.contains("// \(note)"), "\(output)")
        #expect(!output.contains("intercept("), "\(output)")
        let hinted = wrap("ContractClient", only: name, hint: "\(name) = forward")
        #expect(!hinted.errors.contains("note: "), "\(hinted.errors)")
    }

    @Test(arguments: [
        ("ContractClient", "observe", "handler"), ("ShapeClient", "begin", "request.onEnd"),
    ])
    func `a hint can give a role to a listener's callback and to an implicitly unwrapped callback`(
        _ type: String,
        _ name: String,
        callback: String
    ) {
        let output = wrap(type, only: name, hint: "\(name)* = \(callback): completion").output
        let code = #"intercept("\#(name)", .completion(\#(callback)))"#
        #expect(output.contains(code), "\(output)")
    }

    @Test func `a method that may answer twice needs a hint (V4)`() {
        let text = warning("fetch")
        #expect(text.contains("with .cacheThenNetwork as policy, the client calls handler again"))
        let hint = "forward if: policy == .cacheThenNetwork"
        #expect(text.contains("--hint 'fetch(_:policy:handler:) = \(hint)'"), "\(text)")
    }

    @Test func `with a hint, an answer whose value marks it as cached counts as progress`() {
        let hint =
            "refresh(_:policy:handler:) = handler: progress if { answer in policy == .cacheThenNetwork && (try? answer.get())?.source == .cache }"
        let output = wrap("ContractClient", only: "refresh", hint: hint).output
        #expect(output.contains("call.wrap(.progress(handler))?(answer)"), "\(output)")
        #expect(output.contains("call.answer(answer.reportedFailure) { handler?(answer) }"))
        #expect(output.contains("onRejection: { error in handler?(.failure(error)) }"))
    }

    @Test
    func `with hints, early enumeration cases are progress, and a rejection is the error case`() {
        let text = warning("upload")
        let hint =
            "onStep: progress if { first in switch first { case .progress: true; default: false } }"
        #expect(text.contains("; \(hint)'"), "\(text)")
        let both = "upload(_:onStep:) = \(hint); onStep: callback { step in step.problem }"
        let output = wrap("ContractClient", only: "upload", hint: both).output
        #expect(output.contains("let isProgress = switch first"), "\(output)")
        #expect(output.contains("call.answer(first.problem) { onStep(first) }"), "\(output)")
        #expect(output.contains("onRejection: { error in onStep(.failed(error)) }"), "\(output)")
    }

    @Test func `the summary of a subclass names a type that may call its client`() {
        let errors = Recorded.wrap("OpenClient", options: ["--subclass"]).errors
        let sentence = "note: Gallery may call this client: wrap only the layer"
        #expect(errors.contains(sentence), "\(errors)")
        #expect(!wrap("OpenClient").errors.contains("Gallery"))
    }

    @Test(arguments: [("load(_:completion:)", "completion"), ("report(_:handler:)", "handler")])
    func `a method that may return its answer if its callback is nil needs a hint (V4)`(
        _ name: String,
        callback: String
    ) {
        let hint = "cancel: nothing; forward if: \(callback) == nil"
        #expect(warning(name).contains("--hint '\(name) = \(hint)'"))
        let output = wrap("ContractClient", only: name, hint: "\(name) = \(hint)").output
        #expect(output.contains("if \(callback) == nil { return base."), "\(output)")
        let never = "\(name) = cancel: nothing; forward if: never"
        let wrapped = wrap("ContractClient", only: name, hint: never).output
        #expect(!wrapped.contains("if \(callback)"))
    }

    @Test(arguments: ["folder(_:completion:)", "folders()", "shelf(completion:)"])
    func `the summary names a method that gives its caller a bare client`(_ name: String) {
        let errors = wrap(name.hasPrefix("shelf") ? "Hub" : "ContractClient", only: name).errors
        #expect(errors.contains("note: \(name) gives callers a bare Folder"), "\(errors)")
    }

    @Test func `static methods that return a client have a hint or a note, like other methods`() {
        let errors = wrap("Portal").errors
        #expect(errors.contains("--hint '* = client'"), "\(errors)")
        #expect(errors.contains("note: folders() gives callers a bare Folder"), "\(errors)")
        #expect(errors.contains("arrives, with InterceptingNetworking(…)"), "\(errors)")
    }

    @Test func `the hint "client" wraps a protocol by the class that the command writes for it`() {
        let output = wrap("Portal", only: "network", hint: "* = client").output
        let call = "InterceptingNetworking(base.network(script), settings: interceptionSettings)"
        #expect(output.contains(call), "\(output)")
        #expect(output.contains("-> any Networking"), "\(output)")
    }

    @Test func `a comment names a weakly referenced handle, unless a hint says that it is held`() {
        let comment =
            "// download(taskUpdated:completion:) returns Stopper, to which the group refers weakly"
        let output = wrap("ContractClient", only: "download").output
        #expect(output.contains(comment))
        let held = wrap("ContractClient", only: "download", hint: "-> Stopper = holds handle")
        #expect(!held.output.contains(comment))
        #expect(held.output.contains("holdsHandle: true"))
    }

    @Test func `a generic parameter of a client that is named like the wrapper's is renamed`() {
        let output = wrap("Boxed").output
        #expect(output.contains("func load<Base1>("), "\(output)")
        #expect(output.contains("where Base1: Sendable, Base == Boxed<Base1>"), "\(output)")
    }
}

@Suite struct `Hints for several methods` {
    private func run(_ hints: String...) -> Recorded.Result {
        Recorded.wrap("ContractClient", hints: hints)
    }

    @Test(arguments: [
        "warning: flagged(_:done:) and flaggedAgain(_:done:) are not wrapped",
        "--hint '(Bool, Int) = callback { first, _ in first ? nil : UnexplainedFailureError() }'",
        "legacy(_:handler:) and legacyNumber(_:then:) do not report a rejection",
        "--hint '(_, LegacyFailure?) = rejection: (nil, <the LegacyFailure>)'",
    ])
    func `methods with the same problem are named together, with one hint`(_ text: String) {
        let errors = run().errors
        #expect(errors.contains(text), "\(errors)")
    }

    @Test func `a hint for a callback type gives all callbacks of that type the same role`() {
        let output = run("(Bool, _) = callback { ok, _ in ok ? nil : Refused(\"flag\") }").output
        for name in ["flagged", "flaggedAgain"] {
            #expect(output.contains("func \(name)("), "\(output)")
        }
    }

    @Test func `a hint for one method takes precedence over a hint for many methods`() {
        let output = run("* = forward", "fetch(_:policy:handler:) = forward if: never").output
        #expect(output.contains(#"intercept("fetch", .completion(handler))"#))
        #expect(output.contains("base.load(path, completion: completion)"))
    }

    @Test func `a hint for many methods applies only to ambiguous methods (V4)`() {
        let output = run("* = skip").output
        #expect(output.contains(#"intercept("summary", "#), "\(output)")
        #expect(!output.contains("func fetch("))
        #expect(!output.contains("func observe("))
    }

    @Test func `one hint wraps all clients and chains that methods return`() {
        let errors = run().errors
        #expect(errors.contains("pages and root() are not wrapped: they return, or are, clients"))
        #expect(errors.contains("--hint '* = client'"), "\(errors)")
        let (_, output, rest) = run("* = client")
        #expect(output.contains("func root() -> InterceptingClient<Folder>"), "\(output)")
        // A method with a callback is a request, whatever it returns.
        #expect(rest.contains("warning: load(_:completion:) is not wrapped"), "\(rest)")
    }
}

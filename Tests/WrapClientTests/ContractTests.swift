import Testing

@testable import ClientWrapping

/// Shapes of real clients that a declaration describes only in part.
@Suite struct `What the command asks about the contract of a method` {
    private func run(_ type: String, _ options: String...) -> (output: String, errors: String) {
        let result = Recorded.run(
            [type, "--symbol-graph", Recorded.graph, "--wrapper-module", "App"] + options
        )
        return (result.output, result.errors)
    }

    private func warning(_ name: String) -> String {
        let lines = run("ContractClient", "--only", name).errors.lines
        return lines.filter { $0.contains("warning: ") || $0.contains("--hint ") }.list("\n")
    }

    @Test(
        "a listener is no request",
        arguments: [
            "observe(_:handler:)", "subscribe(to:handler:)", "addPathListener(_:)",
            "open(_:onEvent:)",
            "changes(_:)",
        ]
    )
    func listener(_ name: String) {
        let text = warning(name)
        #expect(text.contains("whenever something happens, so it is no request"), "\(text)")
        #expect(text.contains("--hint '\(name) = forward'"), "\(text)")
    }

    @Test func `a listener is a request if a hint says so`() {
        let hint = "observe(_:handler:) = handler: completion"
        let output = run("ContractClient", "--only", "observe", "--hint", hint).output
        #expect(output.contains(#"intercept("observe", .completion(handler))"#), "\(output)")
    }

    @Test func `a method that is called like a listener and answers once is a request`() {
        let output = run("ContractClient", "--only", "subscribeToList").output
        #expect(
            output.contains(#"intercept("subscribeToList", .success(success), .failure(failure))"#)
        )
    }

    @Test func `a stream of a type of the client is no request`() {
        #expect(warning("events").contains("it returns PathEvents, a stream"))
    }

    @Test func `two answers by contract need a hint`() {
        let text = warning("fetch")
        #expect(text.contains("with .cacheThenNetwork as policy, the client calls handler twice"))
        let hint = "forward if: policy == .cacheThenNetwork"
        #expect(text.contains("--hint 'fetch(_:policy:handler:) = \(hint)'"), "\(text)")
    }

    @Test(
        "a callback whose absence may have a meaning needs a hint",
        arguments: [("load(_:completion:)", "completion"), ("report(_:handler:)", "handler")]
    )
    func meaning(_ name: String, callback: String) {
        let hint = "cancel: nothing; forward if: \(callback) == nil"
        #expect(warning(name).contains("--hint '\(name) = \(hint)'"))
        let output = run("ContractClient", "--only", name, "--hint", "\(name) = \(hint)").output
        #expect(output.contains("if \(callback) == nil { return base."), "\(output)")
        let never = "\(name) = cancel: nothing; forward if: never"
        #expect(
            !run("ContractClient", "--only", name, "--hint", never).output.contains(
                "if \(callback)"
            )
        )
    }

    @Test(
        "a client that leaves the wrapper is named",
        arguments: ["folder(_:completion:)", "folders()"]
    )
    func bareClient(_ name: String) {
        let errors = run("ContractClient", "--only", name).errors
        #expect(errors.contains("note: \(name) gives its caller a bare Folder"), "\(errors)")
    }

    @Test("a client that is returned is wrapped by a hint", arguments: ["root()", "pages"])
    func client(_ name: String) {
        #expect(warning(name).contains("--hint '\(name) = client'"))
    }

    @Test func `a static method that returns a client is not left out`() {
        let errors = run("Portal").errors
        #expect(errors.contains("--hint 'folder(_:) = client'"), "\(errors)")
        #expect(errors.contains("note: folders() gives its caller a bare Folder"), "\(errors)")
    }

    @Test func `the reader of a file learns that a handle is held weakly`() {
        let comment = "// The group refers weakly to the Stopper that is returned:"
        let output = run("ContractClient", "--only", "download").output
        #expect(output.contains(comment))
        #expect(output.contains("cancel: { $0.stop() }"), "\(output)")
        #expect(output.contains(".progress(taskUpdated)"), "\(output)")
        let held = run(
            "ContractClient",
            "--only",
            "download",
            "--hint",
            "-> Stopper = holds handle"
        )
        #expect(!held.output.contains(comment))
        #expect(held.output.contains("holdsHandle: true"))
    }

    @Test func `a method that cancels everything is passed on beside a delegate`() {
        #expect(run("ContractClient", "--only", "cancelAll").output.contains("base.cancelAll()"))
    }

    @Test func `a conformance in an extension does not make a type unique`() {
        #expect(run("ContractClient", "--only", "copied").output.contains("await base.copied()"))
    }

    @Test func `a generic parameter with the name of the wrapper's own is renamed`() {
        let output = run("Boxed").output
        #expect(output.contains("func load<Base1>("), "\(output)")
        #expect(output.contains("where Base1: Sendable, Base == Boxed<Base1>"), "\(output)")
    }

    @Test func `a type that is always Sendable may be passed to an actor`() {
        #expect(run("ParcelActor").output.contains("func send<Value>(_ parcel: Parcelled<Value>)"))
    }

    @Test func `a callback in an implicitly unwrapped property takes a role`() {
        let hint = "start(_:) = request.onEnd: completion"
        let output = run("UnwrappedClient", "--only", "start", "--hint", hint).output
        #expect(output.contains(#"intercept("start", .completion(request.onEnd))"#), "\(output)")
    }

    @Test func `a generic class has no subclass for a reason`() {
        let errors = run("GenericClient", "--subclass").errors
        #expect(errors.contains("there is no subclass of GenericClient<"), "\(errors)")
        #expect(!errors.contains("not open"), "\(errors)")
    }
}

@Suite struct `Hints for several methods` {
    private func run(_ hints: String...) -> (output: String, errors: String) {
        let result = Recorded.run(
            ["ContractClient", "--symbol-graph", Recorded.graph, "--wrapper-module", "App"]
                + hints.flatMap { ["--hint", $0] }
        )
        return (result.output, result.errors)
    }

    @Test func `methods that one hint settles are named together`() {
        let errors = run().errors
        #expect(
            errors.contains("warning: flagged(_:done:) and flaggedAgain(_:done:) are not wrapped")
        )
        #expect(
            errors.contains(
                "--hint '(Bool, Int) = callback { first, second in <the error, or nil> }'"
            )
        )
    }

    @Test func `methods that do not report a rejection are named with one hint`() {
        let errors = run().errors
        let names = "legacy(_:handler:) and legacyNumber(_:then:) do not report a rejection"
        #expect(errors.contains(names), "\(errors)")
        #expect(
            errors.contains("--hint '(_, LegacyFailure?) = rejection: (nil, <the LegacyFailure>)'")
        )
    }

    @Test func `a shape gives all callbacks of a kind their role`() {
        let output = run("(Bool, _) = callback { ok, _ in ok ? nil : Refused(\"flag\") }").output
        for name in ["flagged", "flaggedAgain"] {
            #expect(output.contains("func \(name)("), "\(output)")
        }
    }

    @Test func `a hint for one method goes before a hint for many`() {
        let output = run("* = forward", "observe(_:handler:) = handler: completion").output
        #expect(output.contains(#"intercept("observe", .completion(handler))"#))
        #expect(output.contains("base.subscribe(to: path, handler: handler)"))
    }

    @Test func `a pattern is a hint for the methods that it describes`() {
        let output = run("observe* = forward").output
        #expect(output.contains("base.observe(path, handler: handler)"))
        #expect(output.contains("// addPathListener(_:) is not wrapped"))
    }

    @Test(
        "a hint that no method is meant by is an error",
        arguments: ["-> Nothing = waits", "x* = skip"]
    )
    func unused(_ hint: String) {
        #expect(run(hint).errors.contains("which the client does not have"))
    }

    @Test func `an error that is a property or no Error at all is found`() {
        let output = run().output
        #expect(output.contains(".callback(handler) { result in result.error }"))
        #expect(output.contains("struct ContractClientLegacyFailure: Error, @unchecked Sendable {"))
        #expect(output.contains("error.map { ContractClientLegacyFailure(value: $0) }"))
        let failure = ".callback(failure) { error in ContractClientLegacyFailure(value: error) }"
        #expect(output.contains(failure), "\(output)")
    }

    @Test func `all unclear callbacks of a method are asked about at once`() {
        let errors = run().errors
        let hint =
            "first: callback { firstValue in <the error, or nil> }; second: callback { first in"
        #expect(errors.contains(hint), "\(errors)")
    }
}

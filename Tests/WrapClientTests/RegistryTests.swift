@testable import ClientWrapping

/// Shapes in which a name or an attribute says what the types leave open.
@Suite struct `Methods whose names and attributes settle what their types leave open` {
    private func run(
        _ type: String = "RegistryClient",
        only names: String? = nil,
        hints: [String] = []
    ) -> Recorded.Result {
        Recorded.wrap(type, only: names, hints: hints)
    }

    @Test(
        "ambiguous methods are reported with a hint that fits their names and types",
        arguments: [
            "page(_:callback:) and remove(_:callback:) are not wrapped",
            "--hint '(_, HTTPURLResponse?) = callback { _, response in (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError() }'",
            "switch first { case .timeout: UnexplainedFailureError(); default: nil }",
            "lookup(_:) and streamTransfer(_:) are not wrapped: they return, or are, clients",
        ]
    )
    func proposed(_ text: String) {
        let errors = run().errors
        #expect(errors.contains(text), "\(errors)")
    }

    @Test(arguments: [
        ("RegistryClient", "configure"), ("RegistryClient", "once"),
        ("RegistryClient", "register(event:handler:)"), ("Transfer", "cancel"),
    ])
    func `a method that configures, listens or cancels is no request`(_ type: String, name: String)
    {
        let (_, output, errors) = run(type, only: name)
        #expect(!output.contains("intercept("), "\(output)")
        #expect(!errors.contains("warning: "), "\(errors)")
    }

    @Test func `a proposed hint takes a flag such as timedOut for a failure`() throws {
        // The compiler leaves the name of the flag out of the recorded graph.
        let flag = #"{"kind":"typeIdentifier","preciseIdentifier":"s:Sb","spelling":"Bool"}"#
        let graph = try String(contentsOf: Recorded.graphFile, encoding: .utf8)
            .replacing(#""("},"# + flag, with: #""(_ timedOut: "},"# + flag)
        try Recorded.withFolder { folder in
            let file = "\(folder)/Clients.symbols.json"
            try graph.write(toFile: file, atomically: true, encoding: .utf8)
            let hint = "callback { timedOut in !timedOut ? nil : UnexplainedFailureError() }"
            let errors = Recorded.run("RegistryClient", "--symbol-graph", file).errors
            #expect(errors.contains(hint), "\(errors)")
        }
    }

    @Test func `a role for many methods leaves methods without the callback alone`() {
        let hint = "* = completion: success"
        let output = run(only: "unregister", hints: [hint]).output
        #expect(output.contains("base.unregister(event: event)"), "\(output)")
    }

    @Test func `a nested error and a sequence of values are no clients`() {
        #expect(!run(only: "rows").errors.contains("gives callers a bare"))
    }
}

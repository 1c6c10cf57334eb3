@testable import ClientWrapping

/// Shapes in which a name or an attribute says what the types leave open.
@Suite struct `Methods whose names and attributes settle what their types leave open` {
    @Test(arguments: [
        "page(_:callback:) and remove(_:callback:) are not wrapped",
        "--hint '(_, HTTPURLResponse?) = callback { _, response in (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError() }'",
        "callback { timedOut in !timedOut ? nil : UnexplainedFailureError() }",
        "switch first { case .timeout: UnexplainedFailureError(); default: nil }",
        "lookup(_:) and streamTransfer(_:) are not wrapped: they return, or are, clients",
    ])
    func `ambiguous methods are reported with a hint that fits their names and types`(
        _ text: String
    ) {
        let errors = Recorded.wrap("RegistryClient").errors
        #expect(errors.contains(text), "\(errors)")
    }

    @Test func `a hint that names a callback leaves methods without that callback unchanged`() {
        let hint = "* = completion: success"
        let output = Recorded.wrap("RegistryClient", only: "unregister", hints: [hint]).output
        #expect(output.contains("base.unregister(event: event)"), "\(output)")
    }

    @Test func `a nested error and a sequence of values are not taken for clients`() {
        #expect(!wrap("RegistryClient", only: "rows").errors.contains("gives callers a bare"))
    }
}

import Testing

@testable import ClientWrapping

/// Results of asynchronous methods, and closures that are not callbacks of a request.
@Suite struct `Results and closures without a request` {
    @Test(arguments: [
        ("price(of:)", "error: { result in result.reportedFailure }"),
        ("stock(of:)", "return .failure(error)"),
        ("balance", "error == .success ? nil : error"),
        ("quote", "error: { _, error in error }"),
        ("offer", "return error"),
        ("receipt", "result.error.map { MarketClientProblem(value: $0) }"),
        ("search", "if case .error(let error) = first { error } else { nil }"),
    ])
    func `an asynchronous request fails if its method returns an error (I5)`(
        name: String,
        code: String
    ) {
        let (_, output, errors) = Recorded.wrap("MarketClient", only: name)
        #expect(output.contains(code), "\(output)")
        #expect(errors.hasSuffix("1 written"), "\(errors)")
    }

    @Test func `a throwing method whose value has an error is written without an error closure`() {
        let output = Recorded.wrap("MarketClient", only: "oldReceipt").output
        #expect(output.contains(#"intercept("oldReceipt") {"#), "\(output)")
    }

    @Test func `a step of a chain returns a wrapped client, also after the hint forward`() {
        let hint = "checked(_:) = forward"
        let output = Recorded.wrap("MarketClient", only: "checked", hints: [hint]).output
        #expect(output.contains("-> InterceptingClient<MarketClient>"), "\(output)")
    }
}

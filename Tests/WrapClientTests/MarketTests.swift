import Testing

@testable import ClientWrapping

/// Results of asynchronous methods, and closures that are no callbacks of a request.
@Suite struct `Results and closures without a request` {
    private func run(only names: String? = nil, hints: [String] = []) -> Recorded.Result {
        Recorded.wrap("MarketClient", only: names, hints: hints)
    }

    @Test func `with the printed hints unchanged, no method remains ambiguous`() {
        let hints = run().errors.lines.filter { $0.hasPrefix("    --hint '") }
            .map { String($0.dropFirst("    --hint '".count).dropLast()) }
        #expect(hints == ["completeOrders(completion:) = forward", "pledge() = skip"])
        let errors = run(hints: hints).errors
        #expect(!errors.contains("warning: "), "\(errors)")
    }

    @Test func `an asynchronous request fails if its method returns a failure`() {
        let output = run(only: "price(of:)").output
        #expect(output.contains("try await base.price(of: name).get()"), "\(output)")
        #expect(output.contains("} catch let error as Refused {"), "\(output)")
        let any = run(only: "stock").output
        #expect(any.contains("} catch {\n            return .failure(error)"), "\(any)")
    }

    @Test func `a step of a chain returns a wrapped client, also after the hint forward`() {
        let output = run(only: "checked", hints: ["checked(_:) = forward"]).output
        #expect(output.contains("-> InterceptingClient<MarketClient>"), "\(output)")
    }
}

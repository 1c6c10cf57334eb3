@testable import InterceptionTestSupport

@Suite struct `Chains of a hundred thousand requests` {
    @Test func `a long chain of immediate answers does not grow the stack`() async throws {
        let count = 100_000
        let sender = PathSender(
            client: ManualClient { $0.succeed("\((Int($0.path) ?? 0) + 1)") }
        )
        let responses = try await sender.chain(URLRequest(path: "0")) { response in
            response.text == "\(count)" ? nil : URLRequest(path: response.text)
        }
        #expect(responses.count == count)
        #expect(responses.last?.text == "\(count)")
    }
}

@testable import InterceptionTestSupport

@Suite struct `Failing fast, and cancel handlers` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `with .failFast a later failure of a request is a cause (P1)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .limit(2), .failFast) {
                network.get("a")
                network.get("b")
                try client.fail("a")
                // The group does not cancel “b”, because the client has no cancel method.
                try client.fail("b", with: "500")
            }
        }
        #expect(error?.causes.map(\.label) == ["GET a", "GET b"])
    }

    @Test
    func `a request that throws CancellationError is no cause and cancels no other (P1)`() async {
        let outcome = await withRequestGroupOutcome(options: .failFast) { group in
            let other = group.enter("b")
            group.enter("a")?.leave(throwing: CancellationError())
            #expect(!group.isCancelled)
            other?.leave()
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(outcome.error is CancellationError)
    }

    @Test func `a cancel handler added after cancelling runs at once (P2)`() async throws {
        let actions = Journal<String>()
        try await withRequestGroup(options: .tolerant) { group in
            network.intercept("a") { call in
                group.cancel()
                call.onCancel { actions.append("a") }
                #expect(actions.entries == ["a"])
                call.wrap(.success {})()
            }
        }
        #expect(actions.entries == ["a"])
    }
}

@testable import InterceptionTestSupport

@Suite struct `Every completion order of a group` {
    @Test @MainActor func `a body stays on its actor while it awaits requests`() async throws {
        var pages: [String] = []
        let orders = try await withEveryCompletionOrder(answers: .success("ok")) { client in
            MainActor.assertIsolated()
            async let page = load(client)
            try await client.waitForRequests("a", "b")
            try client.answerAll()
            try await client.waitForRequests("c")
            try client.answerAll()
            pages.append(try await page)
        }
        #expect(orders == 2)
        #expect(pages == ["ok ok ok", "ok ok ok"])
    }

    private func load(_ client: ScriptedClient<String>) async throws -> String {
        async let first = client.send("a")
        async let second = client.send("b")
        let both = try await "\(first) \(second)"
        return try await "\(both) \(client.send("c"))"
    }

    @Test func `after answerNext, a body can wait for the request that follows`() async throws {
        let orders = try await withEveryCompletionOrder(answers: .success("ok")) { client in
            let (a, b) = (
                Task { try await follow("a", "c", client) }, Task { try await client.send("b") }
            )
            try await client.waitForRequests("a", "b")
            while let answered = try client.answerNext() {
                if answered == "a" { try await client.waitForRequests("c") }
            }
            _ = try await (a.value, b.value)
        }
        #expect(orders == 3)
    }

    private func follow(
        _ first: String,
        _ second: String,
        _ client: ScriptedClient<String>
    ) async throws {
        _ = try await client.send(first)
        _ = try await client.send(second)
    }

    @Test func `cancelling the task of withEveryCompletionOrder ends its runs`() async throws {
        let runs = Locked(0)
        let search = Task {
            try await withEveryCompletionOrder(answers: .success("ok")) { client in
                for label in 1...6 { client.send("\(label)") { _ in } }
                try await client.waitForRequests("6")
                try client.answerAll()
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                if run == 2 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        let error = await #expect(throws: CompletionOrderError.self) { try await search.value }
        #expect(error?.underlying is CancellationError)
        #expect(runs.withLock { $0 } == 2)
    }
}

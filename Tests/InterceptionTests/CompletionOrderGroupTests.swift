import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Every completion order of a group` {
    @Test func `the failures are in issue order for any order of answers (C2)`() async throws {
        let orders = try await withEveryCompletionOrder(
            answers: .success("ok"),
            .failure(ClientError("no"))
        ) { client in
            let network = InterceptingClient(client)
            let failed = Journal<String>()
            let result = await reportedFailures {
                for path in ["a", "b", "c"] {
                    network.get(path, failure: { _ in failed.append("GET \(path)") })
                }
                try client.answerAll()
            }
            #expect(result == failed.entries.sorted(), "\(client)")
        }
        #expect(orders == 48)
    }

    private func reportedFailures(_ body: () async throws -> Void) async -> [String]? {
        do {
            try await withRequestGroup { try await body() }
            return []
        } catch {
            return (error as? RequestGroupError)?.failures.map(\.label)
        }
    }

    @Test func `the callback form completes once, after the last callback, follow-ups too (C1)`()
        async throws
    {
        let orders = try await withEveryCompletionOrder(
            answers: .success("ok"),
            includingAtOnce: true
        ) { client in
            let network = InterceptingClient(client)
            let seen = Journal<String>()
            withRequestGroup {
                network.get("a") { _ in
                    network.get("b") { _ in seen.append("b") }
                    seen.append("a")
                }
                network.get("c") { _ in seen.append("c") }
            } completion: { _ in
                seen.append("completed")
            }
            try client.answerAll()
            let entries = await seen.entries { $0.contains("completed") }
            #expect(entries.last == "completed", "\(client)")
            #expect(entries.dropLast().sorted() == ["a", "b", "c"], "\(client)")
        }
        // Five where “a” is answered inside the call, seven where it is not.
        #expect(orders == 12)
    }

    @Test func `a group ends whether its requests answer, answer twice or are lost (M2, M3)`()
        async throws
    {
        let orders = try await withEveryCompletionOrder(
            answers: .success("ok"),
            .dropped,
            .success("ok").then(.failure(ClientError("again")))
        ) { client in
            let network = InterceptingClient(client)
            let result = await reportedFailures {
                for path in ["a", "b"] { network.get(path) }
                try client.answerAll()
            }
            let lost = client.order.filter { $0.hasSuffix("(dropped)") }.map {
                "GET \($0.prefix(1))"
            }
            #expect(result == lost.sorted(), "\(client)")
        }
        #expect(orders == 18)
    }

    @Test func `nested groups count their own requests in every order (N1)`() async throws {
        let orders = try await withEveryCompletionOrder(answers: .success("ok")) { client in
            let network = InterceptingClient(client)
            let ended = Journal<String>()
            let inner = Locked<RequestGroup?>(nil)
            let outer = withRequestGroup("outer") {
                network.get("a")
                let group = withRequestGroup("inner") {
                    for path in ["b", "c"] { network.get(path) }
                } completion: { _ in
                    ended.append("inner after \(client.order.filter { $0 != "a" })")
                }
                inner.withLock { $0 = group }
            } completion: { _ in
                ended.append("outer")
            }
            try client.answerAll()
            let entries = await ended.first(2)
            #expect(entries.last == "outer", "\(client)")
            #expect(entries[0].hasPrefix("inner after"), "\(client)")
            #expect(outer.progress == GroupProgress(finished: 1, total: 1))
            let innerProgress = inner.withLock { $0?.progress }
            #expect(innerProgress == GroupProgress(finished: 2, total: 2))
        }
        #expect(orders == 6)
    }

    @Test func `the first failure cancels the rest in every order (P1)`() async throws {
        try await withEveryCompletionOrder(
            answers: .success("ok"),
            .failure(ClientError("no"))
        ) { client in
            let network = InterceptingClient(client)
            try? await withRequestGroup(options: .failFast) {
                for path in ["a", "b", "c"] { network.load(path) { _ in } }
                try client.answerAll()
            }
            let succeeded = client.order.prefix { !$0.hasSuffix(")") }
            let cancelled = max(0, 3 - succeeded.count - 1)
            #expect(client.cancelled.count == cancelled, "\(client)")
        }
    }

    @Test @MainActor func `a body on an actor stays there, and its awaited requests are answered`()
        async throws
    {
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

    @Test func `Requests that follow upon some answers only can be waited for one by one`()
        async throws
    {
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
    )
        async throws
    {
        _ = try await client.send(first)
        _ = try await client.send(second)
    }

    @Test func `Cancelling the task ends the search`() async throws {
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

@testable import InterceptionTestSupport

/// A batch as one request of the enclosing group.
@Suite(.timeLimit(.ordinary))
struct `Batches in groups` {
    let client = ManualClient()
    let queue = DispatchQueue(label: "reports")
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b"].map(URLRequest.init(path:))

    @Test func `the group fails with the error of the batch`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                sender.batch(requests, name: "images")
                try client.fail("b", with: "broken")
                try client.succeed("a")
            }
        }
        #expect(error?.failures.map(\.label) == ["images"])
        let inner = error?.causes.first?.error as? RequestGroupError
        #expect(inner?.groupName == "images")
        #expect(inner?.failures.map(\.label) == ["GET b"])
    }

    @Test func `a tolerant batch fails no group`() async throws {
        let group = try await completedGroup { _ in
            sender.batch(requests, options: .tolerant)
            try client.fail("b")
            try client.fail("a")
        }
        #expect(group.progress == GroupProgress(finished: 1, failed: 0, total: 1))
    }

    @Test func `a batch's completion runs in the enclosing group`() async throws {
        let network = InterceptingClient(client)
        let ends = Journal<String>()
        let outer = withRequestGroup("page", queue: queue) {
            sender.batch(requests, queue: queue) { [client] _ in
                ends.append("batch, in \(RequestGroup.current?.name ?? "none")")
                network.get("after", success: { _ in ends.append("after") })
                #expect(client.started.entries.last == "after")
            }
        } completion: { _ in
            ends.append("page")
        }
        for path in ["a", "b"] { try client.succeed(path) }
        await client.started.waitFor("after")
        await waitUntilDrained(queue)
        #expect(outer.outstanding == ["GET after"])
        try client.succeed("after")
        #expect(await ends.waitForFirst(3) == ["batch, in page", "after", "page"])
        #expect(outer.progress.total == 2)
    }

    @Test func `a detached batch is in no group`() async throws {
        let ends = Journal<String>()
        let batches = Journal<RequestBatch<LoadedResponse>>()
        let group = try await completedGroup { group in
            let batch = sender.batch(requests, options: .detached, queue: queue) { _ in
                ends.append("in \(RequestGroup.current?.name ?? "none")")
            }
            batches.append(batch)
            group.cancel()
        }
        #expect(group.progress.total == 0)
        #expect(batches.entries.allSatisfy { $0.group.parent == nil && !$0.group.isCancelled })
        for path in ["a", "b"] { try client.fail(path) }
        #expect(await ends.waitForFirst(1) == ["in none"])
    }

    @Test func `a failed inner batch fails the outer batch with its own error`() async throws {
        let inner = RequestPlan.batch(requests, name: "inner", options: .failFast)
        let other = RequestPlan.batch([URLRequest(path: "c")])
        let batch = sender.batch([inner, other])
        try client.fail("b", with: "broken")
        try client.succeed("c")
        let results = await batch.results()
        let error = results[0].reportedFailure as? RequestGroupError
        #expect(error?.groupName == "inner")
        #expect(error?.causes.map(\.label) == ["GET b"])
        #expect(try results[1].get().texts == ["ok"])
        #expect(results.error?.failures.map(\.label) == ["inner"])
    }
}

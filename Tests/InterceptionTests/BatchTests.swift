@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Batches` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test func `the results of a batch have the positions of their requests`() async throws {
        let batch = sender.batch(requests)
        #expect(client.started.entries == ["a", "b", "c"])
        try client.succeed("c", with: "third")
        try client.fail("a", with: "broken")
        try client.succeed("b", with: "second")
        #expect(await batch.results().texts == ["broken", "second", "third"])
    }

    @Test func `each result of a batch has the body and the response`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let batch = try session.batch([server.request("a"), server.request("b")])
        try await server.answer("b", with: "not found", status: 404)
        try await server.answer("a", with: "found", headers: ["X-Kind": "test"])
        let responses = try await batch.results().values()
        #expect(responses.map(\.text) == ["found", "not found"])
        #expect(responses.map(\.statusCode) == [200, 404])
        let response = responses[0].response as? HTTPURLResponse
        #expect(response?.value(forHTTPHeaderField: "X-Kind") == "test")
    }

    @Test func `a rejected HTTP status is a failure at the position of its request`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session(), statusCheck: .successful)
        let batch = try session.batch([server.request("a"), server.request("b")])
        try await server.answer("a", status: 500)
        try await server.answer("b", with: "fine")
        let results = await batch.results()
        #expect((results[0].reportedFailure as? HTTPStatusError)?.statusCode == 500)
        #expect(results[1].text == "fine")
        #expect(results.error?.failures.map(\.index) == [0])
    }

    @Test
    func `a batch calls plan completions, progress and its completion in order`() async throws {
        let events = Journal<String>()
        let queue = DispatchQueue(label: "reports")
        let plans = ["a", "b"].map { path in
            URLRequest(path: path).plan.onCompletion { result in
                queue.async { events.append("own \(path): \(result.text)") }
            }
        }
        let batch = sender.batch(plans, queue: queue) { progress in
            events.append("\(progress)")
        } completion: { results in
            events.append("all: \(results.texts)")
        }
        try client.fail("b")
        try client.succeed("a")
        _ = await events.waitForFirst(5)
        #expect(
            events.entries == [
                "own b: no", "1/2 finished, 1 failed", "own a: ok", "2/2 finished, 1 failed",
                #"all: ["ok", "no"]"#,
            ]
        )
        withExtendedLifetime(batch) {}
    }

    @Test func `a tolerant batch has no error`() async throws {
        let batch = sender.batch(requests, options: .tolerant)
        try client.fail("a", with: "broken")
        try client.succeed("b")
        try client.fail("c", with: "also broken")
        let results = await batch.results()
        #expect(results.error == nil)
        #expect(results.texts == ["broken", "ok", "also broken"])
        #expect(throws: ClientError("broken")) { try results.values() }
    }

    @Test func `results can be awaited several times, even after the end`() async throws {
        let batch = sender.batch(requests)
        async let first = batch.results()
        async let second = batch.results()
        for path in ["a", "b", "c"] { try client.succeed(path, with: path) }
        #expect(await first.texts == ["a", "b", "c"])
        #expect(await second.texts == ["a", "b", "c"])
        #expect(await batch.results().texts == ["a", "b", "c"])
        #expect(batch.progress.finished == 3)
    }

    @Test func `an empty batch completes after the call has returned (C1)`() async throws {
        let nothing: [URLRequest] = []
        #expect(await sender.batch(nothing).results().isEmpty)
        #expect(try await sender.perform(RequestPlan.batch(nothing)).isEmpty)

        let queue = DispatchQueue(label: "reports")
        let ends = Journal<Int>()
        queue.suspend()
        let batch = sender.batch(nothing, queue: queue) { _ in
            Issue.record("The empty batch reported progress.")
        } completion: { results in
            ends.append(results.count)
        }
        #expect(ends.entries.isEmpty)
        queue.resume()
        #expect(await ends.waitForFirst(1) == [0])
        #expect(batch.progress.total == 0)
        #expect(await batch.results().error == nil)
    }
}

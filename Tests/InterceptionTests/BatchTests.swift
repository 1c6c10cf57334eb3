import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Batches` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test
    func `the results of a batch have the positions of their requests, in any order of answers`()
        async throws
    {
        let batch = sender.batch(requests)
        #expect(client.started.entries == ["a", "b", "c"])
        try client.succeed("c", with: "third")
        try client.fail("a", with: "broken")
        try client.succeed("b", with: "second")
        #expect(await batch.results().texts == ["broken", "second", "third"])
    }

    @Test func `a result has the body and its response`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let batch = try session.batch([server.request("a"), server.request("b")])
        try await server.answer("b", with: "not found", status: 404)
        try await server.answer("a", with: "found", headers: ["X-Kind": "test"])
        let responses = try await batch.results().values()
        #expect(responses.map(\.text) == ["found", "not found"])
        #expect(responses.map(\.statusCode) == [200, 404])
        let header = (responses[0].response as? HTTPURLResponse)?.value(
            forHTTPHeaderField: "X-Kind"
        )
        #expect(header == "test")
    }

    @Test func `a status that the session rejects is a failure at its position`() async throws {
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
    func `a batch calls the completion of the request, then its progress, then its own completion`()
        async throws
    {
        let events = Journal<String>()
        let queue = DispatchQueue(label: "reports")
        let plans = ["a", "b"].map { path in
            RequestPlan(URLRequest(path: path)).onCompletion { result in
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
        _ = await events.first(5)
        #expect(
            events.entries == [
                "own b: no", "1/2 finished, 1 failed", "own a: ok", "2/2 finished, 1 failed",
                #"all: ["ok", "no"]"#,
            ]
        )
        withExtendedLifetime(batch) {}
    }

    @Test func `a failed request leaves the others running, and errors have positions (C2)`()
        async throws
    {
        let batch = sender.batch(requests)
        try client.fail("c", with: "late")
        try client.fail("a", with: "early")
        #expect(batch.group.outstanding == ["GET b"])
        try client.succeed("b")
        let results = await batch.results()
        #expect(results.error?.failures.map(\.index) == [0, 2])
        #expect(results.error?.failures.map(\.label) == ["GET a", "GET c"])
        #expect(results.error?.causes.count == 2)
        #expect(throws: RequestGroupError.self) { try results.values() }
        #expect(results[1].text == "ok")
    }

    @Test
    func `a batch that fails fast reports its cause apart from the consequences (P1)`()
        async throws
    {
        let batch = sender.batch(requests, options: .failFast)
        try client.fail("b", with: "broken")
        let results = await batch.results()
        #expect(results.texts == ["CancellationError", "broken", "CancellationError"])
        #expect(results.error?.causes.map(\.index) == [1])
        #expect(results.error?.echoes.map(\.index) == [0, 2])
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

    @Test func `results can be awaited by many, twice and when all is over`() async throws {
        let batch = sender.batch(requests)
        async let first = batch.results()
        async let second = batch.results()
        for path in ["a", "b", "c"] { try client.succeed(path, with: path) }
        #expect(await first.texts == ["a", "b", "c"])
        #expect(await second.texts == ["a", "b", "c"])
        #expect(await batch.results().texts == ["a", "b", "c"])
        #expect(batch.progress.finished == 3)
    }

    @Test func `a client that answers inside the call is as good as any`() async throws {
        let sender = PathSender(client: ManualClient { $0.succeed($0.path) })
        #expect(await sender.batch(requests).results().texts == ["a", "b", "c"])
        #expect(
            await sender.batch(requests, options: .limit(1)).results().texts == ["a", "b", "c"]
        )
    }

    @Test func `an empty batch completes after the call has returned (C1)`() async throws {
        let nothing: [URLRequest] = []
        #expect(await sender.batch(nothing).results().isEmpty)
        #expect(try await sender.perform(RequestPlan.batch(nothing)).isEmpty)

        let queue = DispatchQueue(label: "reports")
        let ends = Journal<Int>()
        queue.suspend()
        let batch = sender.batch(nothing, queue: queue) { _ in
            Issue.record("There is nothing to report.")
        } completion: { results in
            ends.append(results.count)
        }
        #expect(ends.entries.isEmpty)
        queue.resume()
        #expect(await ends.first(1) == [0])
        #expect(batch.progress.total == 0)
        #expect(await batch.results().error == nil)
    }

    @Test func `two thousand requests`() async throws {
        let stubs = RequestStubs()
        stubs.answer(.any, with: .json("{}"))
        stubs.answer(.url("/13"), with: .failure(URLError(.timedOut)))
        let session = InterceptingClient(URLSession(configuration: .ephemeral))
        let requests = try (0..<2_000).map { number in
            URLRequest(url: try #require(URL(string: "http://batch.test/\(number)")))
        }
        let results = await withRequestStubs(stubs) {
            await session.batch(requests, options: .limit(50)).results()
        }
        #expect(results.error?.failures.map(\.index) == [13])
        #expect(results.count { $0.text == "{}" } == 1_999)
        #expect(Set(stubs.requests).count == 2_000)
        session.base.invalidateAndCancel()
    }

    @Test func `two batches at once stay apart`() async throws {
        let (first, second) = (ManualClient(), ManualClient())
        let batches = [first, second].map { client in
            PathSender(client: client).batch(requests, options: .failFast)
        }
        try first.fail("b")
        #expect(
            await batches[0].results().texts == ["CancellationError", "no", "CancellationError"]
        )
        #expect(batches[1].progress.finished == 0)
        for path in ["c", "b", "a"] { try second.succeed(path, with: path) }
        #expect(await batches[1].results().texts == ["a", "b", "c"])
    }
}

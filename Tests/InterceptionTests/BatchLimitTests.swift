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
struct `Limits of batches` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }

    @Test(arguments: [1, 3])
    func `a limited batch starts its requests in order, never more than its limit (P4)`(
        limit: Int
    ) async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let paths = (0..<12).map { "\($0)" }
        let batch = try session.batch(paths.map(server.request), options: .limit(limit))
        for (answered, path) in paths.enumerated() {
            _ = await server.arrived.first(min(answered + limit, paths.count))
            await session.knowsItsTasks()
            #expect(server.arrived.entries.count == min(answered + limit, paths.count))
            // One after the other: who arrives first of those who may is the server's affair.
            try await server.answer(path, with: path)
            _ = await batch.group.progressUpdates.first { $0.finished > answered }
        }
        #expect(await batch.results().texts == paths)
        if limit == 1 { #expect(server.arrived.entries == paths) }
        #expect(Set(server.arrived.entries) == Set(paths))
    }

    @Test func `a serial batch issues one request when the one before has ended`() async throws {
        let batch = sender.batch(["a", "b", "c"].map(URLRequest.init(path:)), options: .limit(1))
        #expect(client.started.entries == ["a"])
        try client.fail("a")
        #expect(client.started.entries == ["a", "b"])
        try client.succeed("b")
        #expect(client.started.entries == ["a", "b", "c"])
        try client.succeed("c")
        #expect(await batch.results().texts == ["no", "ok", "ok"])
    }

    @Test @MainActor func `a serial batch blocks no thread, not even the main thread (P4)`()
        async throws
    {
        let ends = Journal<[String]>()
        let requests = ["a", "b", "c"].map(URLRequest.init(path:))
        let immediate = PathSender(
            client: ManualClient { call in
                DispatchQueue.main.async { call.succeed(call.path) }
            }
        )
        immediate.batch(requests, options: .limit(1)) { ends.append($0.texts) }
        #expect(await ends.first(1) == [["a", "b", "c"]])
    }

    @Test func `a limit holds for plans of several requests as a whole`() async throws {
        let plans = ["a", "b", "c"].map { path in
            RequestPlan(URLRequest(path: path)).then { _ in URLRequest(path: path + "2") }
        }
        let batch = sender.batch(plans, options: .limit(2))
        #expect(client.started.entries == ["a", "b"])
        try client.succeed("a")
        #expect(client.started.entries == ["a", "b", "a2"])
        try client.succeed("a2", with: "first")
        #expect(client.started.entries == ["a", "b", "a2", "c"])
        try client.succeed("b")
        try client.succeed("c")
        try client.succeed("c2", with: "third")
        try client.fail("b2", with: "second")
        #expect(await batch.results().texts == ["first", "second", "third"])
    }

    @Test func `a batch in a serial group waits for its turn, and its requests do not`()
        async throws
    {
        let network = InterceptingClient(client)
        try await withRequestGroup(options: .limit(1)) {
            network.get("before")
            let batch = sender.batch(["a", "b"].map(URLRequest.init(path:)))
            network.get("after")
            #expect(client.started.entries == ["before"])
            try client.succeed("before")
            #expect(client.started.entries == ["before", "a", "b"])
            try client.succeed("a")
            try client.succeed("b")
            #expect(client.started.entries == ["before", "a", "b", "after"])
            try client.succeed("after")
            _ = try await batch.results().values()
        }
    }

    @Test func `the deadline of a limited group reaches a batch that waits in it`() async throws {
        let clock = ManualClock()
        let texts = Journal<[String]>()
        let queue = DispatchQueue(label: "reports")
        withRequestGroup(options: .limit(1), .timeout(.seconds(1), clock: clock), queue: queue) {
            InterceptingClient(client).get("first")
            sender.batch(["a", "b"].map(URLRequest.init(path:)), queue: queue) {
                texts.append($0.texts)
            }
        } success: {
            Issue.record("Nobody has answered.")
        } failure: { failures in
            texts.append(failures.map(\.reason.description))
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        let entries = await texts.first(2)
        #expect(
            Set(entries) == [
                ["timed out", "timed out"], ["RequestTimeoutError", "RequestTimeoutError"],
            ]
        )
        #expect(client.started.entries == ["first"])
        try client.succeed("first")
    }
}

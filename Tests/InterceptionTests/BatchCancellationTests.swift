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
struct `Cancelling batches` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))
    static let cancelled = "CancellationError"

    @Test func `cancelling a running request leaves the others of the batch running`() async throws
    {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let batch = try session.batch(["a", "b", "c"].map(server.request))
        await server.arrived.contains("b")
        batch.cancel(at: 1)
        batch.cancel(at: 1)
        try await server.answer("a")
        try await server.answer("c")
        let results = await batch.results()
        #expect(results.texts == ["ok", Self.cancelled, "ok"])
        #expect(results.error?.failures.map(\.index) == [1])
        batch.cancel(at: 1)
        #expect(await batch.results().texts == results.texts)
    }

    @Test func `cancelling a waiting request of a batch never sends it`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let batch = try session.batch(["a", "b", "c"].map(server.request), options: .limit(1))
        await session.knowsItsTasks()
        batch.cancel(at: 1)
        try await server.answer("a")
        try await server.answer("c")
        #expect(await batch.results().texts == ["ok", Self.cancelled, "ok"])
        #expect(server.arrived.entries == ["a", "c"])
    }

    @Test func `a completion can cancel a later request of its batch`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let known = Locked<RequestBatch<LoadedResponse>?>(nil)
        let plans = try ["a", "b", "c"].map { path in
            RequestPlan(try server.request(path)).onCompletion { _ in
                if path == "a" { known.withLock { $0 }?.cancel(at: 1) }
            }
        }
        let batch = session.batch(plans, options: .limit(1))
        known.withLock { $0 = batch }
        await session.knowsItsTasks()
        try await server.answer("a")
        try await server.answer("c")
        #expect(await batch.results().texts == ["ok", Self.cancelled, "ok"])
        #expect(server.arrived.entries == ["a", "c"])
        known.withLock { $0 = nil }
    }

    @Test func `cancelling a request before its batch starts never sends it`() async throws {
        let group = try await withRequestGroup(options: .limit(1), .tolerant) { group in
            InterceptingClient(client).get("first")
            let batch = sender.batch(requests)
            #expect(client.started.entries == ["first"])
            batch.cancel(at: 1)
            try client.succeed("first")
            try client.succeed("a")
            try client.succeed("c")
            #expect(await batch.results().texts == ["ok", Self.cancelled, "ok"])
            #expect(client.started.entries == ["first", "a", "c"])
            return group
        }
        #expect(group.progress == GroupProgress(finished: 2, failed: 1, total: 2))
    }

    @Test func `cancelling an ended request of a batch has no effect`() async throws {
        let batch = sender.batch(requests)
        try client.succeed("a")
        batch.cancel(at: 0)
        try client.succeed("b")
        try client.succeed("c")
        batch.cancel(at: 2)
        #expect(await batch.results().texts == ["ok", "ok", "ok"])
    }

    @Test
    func `cancelling one request of a fail-fast batch is a consequence and cancels no other (P2)`()
        async throws
    {
        let batch = sender.batch(requests, options: .failFast)
        batch.cancel(at: 0)
        try client.succeed("b")
        try client.succeed("c")
        let results = await batch.results()
        #expect(results.texts == [Self.cancelled, "ok", "ok"])
        #expect(results.error?.causes.isEmpty == true)
        #expect(results.error?.echoes.map(\.index) == [0])
        #expect(throws: CancellationError.self) { try results.values() }
    }

    @Test func `cancelling a chain in a batch leaves the other requests running`() async throws {
        let chain = RequestPlan(requests[0]).then { _ in URLRequest(path: "second") }
        let batch = sender.batch([chain, RequestPlan(requests[1])])
        batch.cancel(at: 0)
        try client.succeed("b")
        #expect(await batch.results().texts == [Self.cancelled, "ok"])
        #expect(client.started.entries == ["a", "b"])
    }

    @Test func `cancelling a batch ends running requests and never sends waiting ones`()
        async throws
    {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let batch = try session.batch(["a", "b", "c"].map(server.request), options: .limit(2))
        await session.knowsItsTasks()
        _ = await server.arrived.first(2)
        batch.cancel()
        batch.cancel()
        let results = await batch.results()
        #expect(results.texts == Array(repeating: Self.cancelled, count: 3))
        #expect(results.error?.code == .cancelled)
        #expect(results.error?.echoes.map(\.index) == [0, 1, 2])
        #expect(Set(server.arrived.entries) == ["a", "b"])
    }

    @Test func `cancelling a batch that waits for permits of the enclosing group sends nothing`()
        async throws
    {
        let answers = Journal<[String]>()
        let queue = DispatchQueue(label: "reports")
        try await withRequestGroup(options: .limit(1), .tolerant) {
            InterceptingClient(client).get("first")
            let batch = sender.batch(requests, queue: queue) { answers.append($0.texts) }
            batch.cancel()
            let refused = "CancellationError"
            #expect(await answers.first(1) == [[refused, refused, refused]])
            try client.succeed("first")
        }
        #expect(client.started.entries == ["first"])
    }

    @Test func `all: own completions, progress and completion are called`() async throws {
        let own = Journal<String>()
        let progress = Journal<Int>()
        let ends = Journal<[String]>()
        let queue = DispatchQueue(label: "reports")
        let plans = requests.map { RequestPlan($0).onCompletion { own.append($0.text) } }
        let batch = sender.batch(plans, options: .limit(1), queue: queue) { now in
            progress.append(now.failed)
        } completion: { results in
            ends.append(results.texts)
        }
        batch.cancel()
        let echoes = [Self.cancelled, Self.cancelled, Self.cancelled]
        #expect(await ends.first(1) == [echoes])
        #expect(progress.entries == [1, 2, 3])
        #expect(own.entries == echoes)
    }

    @Test func `the task that awaits the results cancels the batch`() async throws {
        let batch = sender.batch(requests)
        let task = Task { await batch.results() }
        try client.succeed("b")
        task.cancel()
        #expect(await task.value.texts == [Self.cancelled, "ok", Self.cancelled])
        #expect(batch.group.isCancelled)
    }

    @Test func `a task that is cancelled after the end gets the results`() async throws {
        let batch = sender.batch(requests)
        for path in ["a", "b", "c"] { try client.succeed(path) }
        let gate = Gate()
        let task = Task {
            await gate.opened()
            return await batch.results()
        }
        task.cancel()
        gate.open()
        #expect(await task.value.texts == ["ok", "ok", "ok"])
    }

    @Test func `cancelling the enclosing group cancels the batch`() async throws {
        let batches = Journal<RequestBatch<LoadedResponse>>()
        let outcome = await withRequestGroupOutcome { group in
            batches.append(sender.batch(requests, name: "batch"))
            group.cancel()
        }
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.label) == ["batch"])
        #expect(
            await batches.entries.first?.results().texts == [
                Self.cancelled, Self.cancelled, Self.cancelled,
            ]
        )
    }

    @Test func `a cancelled group lets no batch begin`() async throws {
        let group = try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let results = await sender.batch(requests).results()
            #expect(results.texts == Array(repeating: "CancellationError", count: 3))
            return group
        }
        #expect(client.started.entries.isEmpty)
        #expect(group.progress == GroupProgress(finished: 1, failed: 1, total: 1))
    }
}

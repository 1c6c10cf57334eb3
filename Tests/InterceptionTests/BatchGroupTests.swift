import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A batch as one request of the group around it.
@Suite(.timeLimit(.ordinary))
struct `Batches in groups` {
    let client = ManualClient()
    let queue = DispatchQueue(label: "reports")
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b"].map(URLRequest.init(path:))

    @Test func `the group counts the batch once`() async throws {
        try await withRequestGroup { group in
            InterceptingClient(client).get("other")
            let batch = sender.batch(requests, name: "images")
            #expect(group.progress.total == 2)
            #expect(group.outstanding == ["GET other", "images"])
            #expect(batch.group.parent === group)
            for path in ["other", "a", "b"] { try client.succeed(path) }
            _ = await batch.results()
        }
    }

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
        let group = try await withRequestGroup { group in
            sender.batch(requests, options: .tolerant)
            try client.fail("b")
            try client.fail("a")
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, failed: 0, total: 1))
    }

    @Test
    func `the completion of a batch runs in the enclosing group, which waits for its requests`()
        async throws
    {
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
        await client.started.contains("after")
        await drained(queue)
        #expect(outer.outstanding == ["GET after"])
        try client.succeed("after")
        #expect(await ends.first(3) == ["batch, in page", "after", "page"])
        #expect(outer.progress.total == 2)
    }

    @Test
    func `the completion of a request runs in the batch's group, which waits for its requests`()
        async throws
    {
        let network = InterceptingClient(client)
        let names = Journal<String>()
        let plan = RequestPlan(requests[0]).onCompletion { _ in
            names.append(RequestGroup.current?.name ?? "none")
            network.get("more")
        }
        let batch = sender.batch([plan], name: "images")
        try client.succeed("a")
        #expect(batch.group.outstanding == ["GET more"])
        try client.succeed("more")
        #expect(await batch.results().texts == ["ok"])
        #expect(names.entries == ["images"])
    }

    @Test func `a detached batch is in no group`() async throws {
        let ends = Journal<String>()
        let batches = Journal<RequestBatch<LoadedResponse>>()
        let group = try await withRequestGroup { group in
            let batch = sender.batch(requests, options: .detached, queue: queue) { _ in
                ends.append("in \(RequestGroup.current?.name ?? "none")")
            }
            batches.append(batch)
            group.cancel()
            return group
        }
        #expect(group.progress.total == 0)
        #expect(batches.entries.allSatisfy { $0.group.parent == nil && !$0.group.isCancelled })
        for path in ["a", "b"] { try client.fail(path) }
        #expect(await ends.first(1) == ["in none"])
    }

    @Test func `the deadline of the group ends the batch`() async throws {
        let clock = ManualClock()
        let batches = Journal<RequestBatch<LoadedResponse>>()
        let ends = Journal<[String]>()
        withRequestGroup("page", options: .timeout(.seconds(1), clock: clock), queue: queue) {
            batches.append(sender.batch(requests, name: "images"))
        } success: {
        } failure: { failures in
            ends.append(failures.map { "\($0.label) \($0.reason)" })
        }
        try client.succeed("a")
        await clock.advanceWhenAsleep(by: .seconds(1))
        #expect(await ends.first(1) == [["images timed out"]])
        let results = await batches.entries.first?.results()
        #expect(results?.texts == ["ok", "RequestTimeoutError"])
        #expect(results?.error?.code == .timedOut)
    }

    @Test func `a batch in a batch`() async throws {
        let inner = RequestPlan.batch(requests, name: "inner", options: .limit(1))
        let other = RequestPlan.batch([URLRequest(path: "c")], options: .tolerant)
        let batch = sender.batch([inner, other], name: "outer")
        #expect(batch.group.outstanding == ["inner", "batch"])
        #expect(client.started.entries == ["a", "c"])
        try client.fail("c", with: "tolerated")
        try client.succeed("a")
        try client.succeed("b")
        let values = try await batch.results().values()
        #expect(values.map(\.texts) == [["ok", "ok"], ["tolerated"]])
    }

    @Test func `a batch in a batch fails it with its own error`() async throws {
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

import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a batch makes of clients that answer too often, too late or never.
@Suite(.timeLimit(.ordinary))
struct `Batches of clients that misbehave` {
    let client = ManualClient()
    let clock = ManualClock()
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test func `a client that answers twice counts once`() async throws {
        let own = Journal<String>()
        let plans = requests.map { RequestPlan($0).onCompletion { own.append($0.text) } }
        let batch = sender.batch(plans)
        let call = try client.take("a")
        call.succeed("first")
        call.fail("second")
        call.succeed("third")
        #expect(batch.progress.finished == 1)
        #expect(batch.progress.failed == 0)
        try client.succeed("b")
        try client.succeed("c")
        call.fail("fourth")
        #expect(await batch.results().texts == ["first", "ok", "ok"])
        #expect(own.entries == ["first", "ok", "ok"])
    }

    @Test func `a client that releases the completion fails at its position`() async throws {
        let own = Journal<String>()
        let plans = requests.map { RequestPlan($0).onCompletion { own.append($0.text) } }
        let batch = sender.batch(plans)
        try client.lose("b")
        try client.succeed("a")
        try client.succeed("c")
        let results = await batch.results()
        #expect(results.texts == ["ok", "LostCallbackError", "ok"])
        #expect(results.error?.failures.map(\.index) == [1])
        #expect(own.entries.sorted() == ["LostCallbackError", "ok", "ok"])
    }

    @Test func `a client that releases a handle with the completion fails at its position`()
        async throws
    {
        let client = HandleClient()
        let batch = HandleSender(client: client).batch(requests)
        client.answer("a")
        client.lose("b")
        client.answer("c")
        #expect(await batch.results().texts == ["ok", "LostCallbackError", "ok"])
    }

    @Test func `a client that releases everything ends the batch`() async throws {
        let ends = Journal<[String]>()
        let progress = Journal<Int>()
        let queue = DispatchQueue(label: "reports")
        sender.batch(requests, queue: queue) { now in
            progress.append(now.finished)
        } completion: { results in
            ends.append(results.texts)
        }
        _ = client.takeAll()
        let lost = "LostCallbackError"
        #expect(await ends.first(1) == [[lost, lost, lost]])
        #expect(progress.entries == [1, 2, 3])
    }

    @Test func `a silent request in a batch gets its own timeout error`() async throws {
        let network = InterceptingClient(client)
        let plans = requests.enumerated().map { position, request in
            RequestPlan(request).onCompletion { _ in
                if position == 0 { network.get("follow-up") }
            }
        }
        let immediate = ManualClient { call in
            if call.path == "a" { call.succeed() } else { client.get(call) }
        }
        let batch = UncancellableSender(client: immediate)
            .batch(plans, options: .timeout(.seconds(5), clock: clock))
        try client.succeed("c")
        await clock.advanceWhenAsleep(by: .seconds(5))
        let results = await batch.results()
        #expect(results.texts == ["ok", "RequestTimeoutError", "ok"])
        #expect((results[1].reportedFailure as? RequestTimeoutError)?.label == "GET b")
        // What a completion of its own has issued belongs to the batch.
        #expect(results.error?.failures.map(\.label) == ["GET follow-up", "GET b"])
        _ = client.takeAll()
    }

    @Test
    func `unanswered requests time out at the deadline, and late answers have no effect`()
        async throws
    {
        let own = Journal<String>()
        let ends = Journal<[String]>()
        let counts = Journal<String>()
        let queue = DispatchQueue(label: "reports")
        let plans = requests.map { RequestPlan($0).onCompletion { own.append($0.text) } }
        let silent = UncancellableSender(client: client)
        let timeout = RequestGroupOption.timeout(.seconds(5), clock: clock)
        let batch = silent.batch(plans, options: timeout, queue: queue) { progress in
            counts.append("\(progress)")
        } completion: { results in
            ends.append(results.texts)
        }
        try client.succeed("b")
        await clock.advanceWhenAsleep(by: .seconds(5))
        let late = ["RequestTimeoutError", "ok", "RequestTimeoutError"]
        #expect(await ends.first(1) == [late])
        #expect(await batch.results().error?.code == .timedOut)
        let progress = batch.progress

        try client.succeed("a", with: "late")
        try client.lose("c")
        #expect(await batch.results().texts == late)
        #expect(batch.progress == progress)
        await drained(queue)
        #expect(ends.entries.count == 1)
        #expect(
            counts.entries == [
                "1/3 finished", "2/3 finished, 1 failed", "3/3 finished, 2 failed",
            ]
        )
        #expect(own.entries == ["ok", "RequestTimeoutError", "RequestTimeoutError"])
    }

    @Test func `a sender that enters no group fails the batch as any other`() async throws {
        let batch = BareSender(client: client).batch(requests)
        try client.succeed("a")
        try client.fail("b")
        try client.lose("c")
        let results = await batch.results()
        #expect(results.texts == ["ok", "no", "LostCallbackError"])
        #expect(results.error?.failures.map(\.label) == ["GET b", "GET c"])
    }

    @Test func `a client that answers from two threads at once is waited for`() async throws {
        for _ in 0..<200 {
            let client = ManualClient()
            let batch = PathSender(client: client).batch(requests)
            let calls = client.takeAll()
            DispatchQueue.concurrentPerform(iterations: 6) { calls[$0 / 2].succeed() }
            #expect(await batch.results().texts == ["ok", "ok", "ok"])
        }
    }
}

extension ManualClient {
    /// Makes the same request of this client.
    fileprivate func get(_ call: ManualCall) {
        get(call.path, success: call.success, failure: call.failure)
    }
}

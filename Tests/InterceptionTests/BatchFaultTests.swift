@testable import Interception
@testable import InterceptionTestSupport

/// Batches with clients that answer too often, too late or never.
@Suite(.timeLimit(.ordinary))
struct `Batches of clients that misbehave` {
    let client = ManualClient()
    let clock = ManualClock()
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test func `a request whose completion and handle are released fails as lost`() async throws {
        let client = HandleClient()
        let batch = HandleSender(client: client).batch(requests)
        client.answer("a")
        client.lose("b")
        client.answer("c")
        #expect(await batch.results().texts == ["ok", "LostCallbackError", "ok"])
    }

    @Test
    func `at the deadline each silent request of a batch gets a timeout error`() async throws {
        let network = InterceptingClient(client)
        let plans = requests.enumerated().map { position, request in
            request.plan.onCompletion { _ in
                if position == 0 { network.get("follow-up") }
            }
        }
        let immediate = ManualClient { call in
            if call.path == "a" { return call.succeed() }
            client.get(call.path, success: call.success, failure: call.failure)
        }
        let batch = UncancellableSender(client: immediate)
            .batch(plans, options: .timeout(.seconds(5), clock: clock))
        try client.succeed("c")
        await clock.advanceWhenAsleep(by: .seconds(5))
        let results = await batch.results()
        #expect(results.texts == ["ok", "RequestTimeoutError", "ok"])
        #expect((results[1].reportedFailure as? RequestTimeoutError)?.label == "GET b")
        // A request that the completion of a plan issues belongs to the batch.
        #expect(results.error?.failures.map(\.label) == ["GET follow-up", "GET b"])
        _ = client.takeAll()
    }

    @Test(.endsInTime)
    func `a client that blocks does not delay the deadline of its batch (P3)`() async throws {
        let (blocked, release) = (Journal<Void>(), DispatchSemaphore(value: 0))
        let isIssued = DispatchSemaphore(value: 0)
        let queue = DispatchQueue(label: "answers")
        let blocking = ManualClient { call in
            if call.path == "a" {
                return queue.async {
                    // Otherwise the thread of this test would issue the next request, and block.
                    isIssued.wait()
                    call.succeed()
                }
            }
            blocked.append(())
            release.wait()
            call.succeed()
        }
        let batch = UncancellableSender(client: blocking)
            .batch(requests, options: .limit(1), .timeout(.seconds(5), clock: clock))
        isIssued.signal()
        _ = await blocked.waitForFirst(1)
        await clock.advanceWhenAsleep(by: .seconds(5))
        let late = "RequestTimeoutError"
        #expect(await batch.results().texts == ["ok", late, late])
        release.signal()
    }

    @Test(.endsInTime)
    func `a batch stays open if its deadline passes before its first request is issued (P3)`()
        async throws
    {
        let timeout = RequestGroupOption.timeout(.seconds(5), clock: clock)
        let batch = PlanGroup<Void>("batch", [.limit(1), timeout], of: nil)
        let (blocked, release) = (Journal<Void>(), DispatchSemaphore(value: 0))
        let executor = StartExecutor(queue: nil, isolation: nil)
        let run = PlanRun(PathSender(client: client))
        let issuer = BatchIssuer(2, in: batch, of: run, at: executor) { _, _ in
            blocked.append(())
            release.wait()
        }
        await clock.advanceWhenAsleep(by: .seconds(5))
        _ = await blocked.waitForFirst(1)
        issuer.begin()
        // A completed group admits no request.
        #expect(batch.group.enter("next") != nil)
        release.signal()
        release.signal()
    }
}

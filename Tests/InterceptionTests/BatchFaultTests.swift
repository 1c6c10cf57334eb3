@testable import Interception
@testable import InterceptionTestSupport

/// Batches with clients that answer too often, too late or never.
@Suite(.timeLimit(.ordinary)) struct `Batches of clients that misbehave` {
    let client = ManualClient()
    let clock = ManualClock()
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

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
    func `a batch stays open if its deadline passes before its first request (P3)`() async throws {
        let timeout = RequestGroupOption.timeout(.seconds(5), clock: clock)
        let run = PlanRun(PathSender(client: client))
        let batch = PlanGroup<Void>("batch", [.limit(1), timeout], of: run.sender)
        let (blocked, release) = (Journal<Void>(), DispatchSemaphore(value: 0))
        let executor = StartExecutor(queue: nil, isolation: nil)
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

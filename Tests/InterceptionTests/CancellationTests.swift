@testable import InterceptionTestSupport

@Suite struct `Cancelling and rejecting` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test
    func `a request cancelled while in its client's queue does not start (P2)`() async throws {
        let queue = DispatchQueue(label: "of the client")
        let queued = InterceptingClient(client) { $0.queue = queue }
        let answers = Journal<String>()
        let ends = Journal<Bool>()
        let group = withRequestGroup(options: .limit(1), queue: queue) {
            queued.get("a")
            queued.get("b", failure: { _ in answers.append("rejected") })
        } completion: { _ in
            ends.append(true)
        }
        queue.suspend()
        try client.succeed("a")
        group.cancel()
        queue.resume()
        await waitUntilDrained(queue)
        #expect(client.started.entries == ["a"])
        if client.started.entries.contains("b") { try client.fail("b") }
        _ = await ends.waitForFirst(1)
        #expect(answers.entries == ["rejected"])
    }

    @Test func `a group waits for a rejection reported on a client's queue (I3)`() async throws {
        let mark = QueueMark()
        mark.queue.suspend()
        let queued = InterceptingClient(client) { $0.queue = mark.queue }
        let places = Journal<Bool>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            queued.get("a", failure: { _ in places.append(mark.isCurrent) })
            #expect(group.outstanding == ["GET a"])
            mark.queue.resume()
        }
        #expect(places.entries == [true])
    }

    @Test(arguments: [RequestGroupOption.limit(1), .mayBeEmpty], [false, true])
    func `a request does not start if an observer cancels its group while it enters (P2)`(
        option: RequestGroupOption,
        isAwaited: Bool
    ) async {
        // The client answers at once, so that a started request ends.
        let client = ManualClient { $0.succeed() }
        let network = InterceptingClient(client)
        let observer = Reactor { if $0.kind == .entered { $0.group?.cancel() } }
        let outcome = await withRequestGroupOutcome(options: option, .observer(observer)) {
            if isAwaited {
                _ = try? await network.value("a")
            } else {
                network.get("a")
            }
        }
        #expect(client.started.entries.isEmpty)
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `a CancellationError of a request does not make its group fail fast (P1)`() async {
        let outcome = await withRequestGroupOutcome(options: .failFast) { group in
            let other = group.enter("b")
            group.enter("a")?.leave(throwing: CancellationError())
            #expect(!group.isCancelled)
            other?.leave()
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(outcome.error is CancellationError)
    }
}

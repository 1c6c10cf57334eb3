import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Releasing callbacks and groups` {
    let client = ManualClient()
    let living = LiveCount()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    private func get(_ path: String, through network: InterceptingClient<ManualClient>? = nil) {
        let token = living.token()
        (network ?? self.network).get(
            path,
            success: { _ in token.touch() },
            failure: { _ in token.touch() }
        )
    }

    @Test func `callbacks and group are released when every request has answered`() async throws {
        weak var group: RequestGroup?
        try await withRequestGroup { current in
            group = current
            for path in ["a", "b"] { get(path) }
            #expect(living.value == 2)
            try client.succeed("a")
            #expect(living.value == 1)
            try client.succeed("b")
        }
        #expect(living.value == 0)
        #expect(group == nil)
    }

    @Test func `callbacks of lost requests are released`() async throws {
        weak var group: RequestGroup?
        try await withRequestGroup(options: .tolerant) { current in
            group = current
            get("a")
            try client.lose("a")
        }
        #expect(living.value == 0)
        #expect(group == nil)
    }

    @Test func `callbacks of waiting and of rejected requests are released`() async throws {
        let queue = DispatchQueue(label: "refusals")
        let queued = InterceptingClient(client, settings: InterceptionSettings { $0.queue = queue })
        weak var group: RequestGroup?
        try await withRequestGroup(options: .limit(1), .tolerant) { current in
            group = current
            for path in ["a", "b", "c"] { get(path, through: queued) }
            #expect(living.value == 3)
            current.cancel()
            get("d", through: queued)
            try client.fail("a")
        }
        await drained(queue)
        #expect(living.value == 0)
        #expect(group == nil)
        #expect(client.started.entries == ["a"])
    }

    @Test func `a shared limiter retains nothing of ended requests`() async throws {
        let limiter = RequestLimiter(limit: 1)
        let queue = DispatchQueue(label: "refusals")
        let limited = InterceptingClient(
            client,
            settings: InterceptionSettings {
                $0.limiter = limiter
                $0.queue = queue
            }
        )
        let clock = ManualClock()
        let gate = Gate()
        get("other", through: limited)
        withRequestGroup(options: .timeout(.seconds(1), clock: clock), queue: queue) {
            for path in ["a", "b"] { get(path, through: limited) }
        } completion: { _ in
            gate.open()
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        await gate.opened()
        // The refusals come after the completion, from the thread of the deadline.
        while living.value > 1, !Task.isCancelled { await drained(queue) }
        #expect(living.value == 1)
        #expect(limiter.waiting == 0)
        try client.succeed("other")
        #expect(living.value == 0)
    }

    @Test func `after a deadline only the client still holds the callbacks`() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let group = withRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
            get("a")
        } completion: { _ in
            gate.open()
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        await gate.opened()
        #expect(living.value == 1)
        try client.lose("a")
        #expect(living.value == 0)
        #expect(group.failures.map(\.reason) == [.timedOut])
    }

    @Test func `a cancel handler is released when the request has left`() async throws {
        try await withRequestGroup { _ in
            let token = living.token()
            network.intercept("a") { call in
                call.onCancel { token.touch() }
                client.get("a", success: call.wrap(.success { _ in }), failure: nil)
            }
            try client.succeed("a")
        }
        #expect(living.value == 0)
    }

    @Test func `the completion is released when it has been called`() async {
        let queue = DispatchQueue(label: "completions")
        weak var group: RequestGroup?
        do {
            let token = living.token()
            group = withRequestGroup(queue: queue) {
            } completion: { _ in
                token.touch()
            }
        }
        await drained(queue)
        await drained(queue)
        #expect(living.value == 0)
        #expect(group == nil)
    }

    @Test func `an awaited reply is released, answered or lost`() async throws {
        for isLost in [true, false] {
            try await withRequestGroup(options: .tolerant) { _ in
                let token = living.token()
                let task = Task { [network] in
                    try await network.awaitReply("a") { (reply: AwaitedReply<String>) in
                        client.get(
                            "a",
                            success: { value in
                                token.touch()
                                reply.success(value)
                            },
                            failure: reply.failure
                        )
                    }
                }
                _ = await client.started.first(isLost ? 1 : 2)
                if isLost { try client.lose("a") } else { try client.succeed("a") }
                _ = await task.result
            }
        }
        #expect(living.value == 0)
    }

    @Test func `a created request that is never started is released with its handle`() async throws
    {
        try await withRequestGroup { _ in
            let token = living.token()
            let call = network.prepare("a", start: note, cancel: note) { call in
                call.wrap(.success { (_: String) in token.touch() })
            }
            withExtendedLifetime(call) { #expect(living.value == 1) }
        }
        #expect(living.value == 0)
    }
}

/// Starts or cancels nothing.
@Sendable private func note(_ callback: (String) -> Void) {}

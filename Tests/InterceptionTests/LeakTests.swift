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

    @Test func `a shared limiter does not retain requests that have ended`() async throws {
        let limiter = RequestLimiter(limit: 1)
        let queue = DispatchQueue(label: "rejections")
        let limited = InterceptingClient(client) {
            $0.limiter = limiter
            $0.queue = queue
        }
        let (clock, gate) = (ManualClock(), Gate())
        get("other", through: limited)
        withRequestGroup(options: clock.timeout, queue: queue) {
            for path in ["a", "b"] { get(path, through: limited) }
        } completion: { _ in
            gate.open()
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        await gate.waitUntilOpen()
        // The thread of the deadline rejects the requests after the completion.
        while living.value > 1, !Task.isCancelled { await waitUntilDrained(queue) }
        #expect(living.value == 1)
        #expect(limiter.waiting == 0)
        try client.succeed("other")
        #expect(living.value == 0)
    }

    @Test func `a request is in its group while its client retains a callback (M3)`() async throws {
        let failures = try await failuresOfGroup { group in
            network.get("a")
            var call: ManualCall? = try client.take("a")
            var failure = call?.failure
            call = nil
            #expect(group.outstanding == ["GET a"])
            withExtendedLifetime(failure) {}
            failure = nil
            #expect(group.outstanding.isEmpty)
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `the handle of a plan that has ended does not retain its group`() async throws {
        func perform() async throws -> CancelHandle {
            let token = living.token()
            return try await withRequestGroup(options: .onProgress { _ in token.touch() }) {
                let handle = PathSender(client: client).perform(URLRequest(path: "a")) { _ in }
                try client.succeed("a")
                return handle
            }
        }
        let handle = try await perform()
        await yieldWhile { living.value > 0 }
        withExtendedLifetime(handle) {}
    }

    @Test func `a prepared request that is never started is released`() async throws {
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

@Sendable private func note(_ callback: (String) -> Void) {}

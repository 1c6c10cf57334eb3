// `intercept` takes several closures here.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Subrequests` {
    @Test(.endsInTime, arguments: [true, false], [true, false])
    func `consecutive calls in one method or operation are one request (M7)`(
        isOperation: Bool,
        answersAtOnce: Bool
    ) async throws {
        let queue = DispatchQueue(label: "client")
        let base = ManualClient { call in
            if answersAtOnce { call.succeed() } else { queue.async { call.succeed() } }
        }
        let client = NestingClient(base, limiter: RequestLimiter(limit: 1))
        func load() async throws {
            if isOperation { return try await client.load("a") }
            let ended = Gate()
            client.load("a") { ended.open() }
            await ended.waitUntilOpen()
        }
        let group = try await completedGroup(options: .limit(1)) { _ in try await load() }
        try await load()
        #expect(base.started.entries == ["token", "a", "token", "a"])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `a closure captured in a client's call issues subrequests (S3, M7)`() async throws {
        let client = NestingClient(ManualClient { $0.succeed() }, limiter: RequestLimiter(limit: 1))
        let queue = DispatchQueue(label: "client")
        func issue() async {
            client.intercept("outer") { call in
                let done = call.wrap(.success {})
                nonisolated(unsafe) let end = done
                queue.async(
                    execute: CapturedGroup.capturing {
                        client.get("a", through: [.raw]) { _ in end() }
                    }
                )
            }
            await waitUntilDrained(queue)
            #expect(client.interceptionSettings.limiter?.inFlight == 0)
        }
        let group = try await completedGroup(options: .limit(1)) { group in
            await issue()
            #expect(group.outstanding.isEmpty)
        }
        await issue()
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `async closures captured in an operation issue subrequests (S3, M7)`() async throws {
        let client = NestingClient(ManualClient { $0.succeed() })
        let group = try await completedGroup(options: .limit(1)) { _ in
            try await client.intercept("outer") {
                let captured = CapturedGroup()
                await Task.detached {
                    await captured.run {
                        await withCheckedContinuation { continuation in
                            client.get("a", through: [.raw]) { _ in continuation.resume() }
                        }
                    }
                }.value
            }
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `a request issued after the outer answer is not a subrequest (M7)`() async throws {
        let client = NestingClient(limiter: RequestLimiter(limit: 1))
        let group = try await completedGroup { group in
            for path in ["a", "b", "c"] {
                client.intercept("cached", .success {}) { success in
                    // The cache answers, and then the request refreshes it.
                    success()
                    client.get(path, through: [.raw]) { _ in }
                }
            }
            #expect(client.base.started.entries == ["a"])
            // The refreshing requests of “b” and “c” wait for the permit of the first.
            #expect(group.progress.total == 4)
            for path in ["a", "b", "c"] { try client.base.succeed(path) }
        }
        #expect(group.progress == GroupProgress(finished: 6, total: 6))
    }

    @Test func `a subrequest's callback keeps no permit of a lost request (M3, P4)`() throws {
        let client = NestingClient(limiter: RequestLimiter(limit: 1))
        // Outside any group, the outer request is lost, while the client keeps the callback of its subrequest.
        client.intercept("outer", .success {}) { _ in
            client.get("inner", through: [.raw]) { _ in }
        }
        client.get("next", through: [.raw]) { _ in }
        #expect(client.base.started.entries == ["inner", "next"])
        for path in ["inner", "next"] { try client.base.succeed(path) }
    }

    @Test func `only a copy of a struct's wrapper counts as the same client (M7)`() async throws {
        let base = ManualClient { $0.succeed() }
        let first = InterceptingClient(Value(base: base))
        let second = InterceptingClient(Value(base: base))
        let copy = first
        for (other, total) in [(second, 2), (copy, 1)] {
            let group = try await completedGroup { _ in
                try await first.intercept("outer") { try await other.get() }
            }
            #expect(group.progress == GroupProgress(finished: total, total: total))
        }
        // The memory of a released wrapper is used again, but not the identity.
        let released = (0..<100).map { _ in
            InterceptingClient(Value(base: base)).interceptedClient
        }
        #expect(Set(released).count == 100)
    }

    @Test(arguments: 2...4)
    func `cancelling a group cancels subrequests at any depth (M7, P2)`(depth: Int) async throws {
        let client = NestingClient()
        try await withRequestGroup(options: .tolerant) { group in
            client.get("a", through: Array(repeating: .raw, count: depth) + [.handle]) { _ in }
            group.cancel()
            // The innermost method, once.
            #expect(client.cancelled.entries == ["1"])
            try client.base.fail("a")
        }
    }

    @Test(arguments: [true, false])
    func `a group cancels no ended subrequest (M7, P2, P3)`(hasDeadline: Bool) async throws {
        let (network, clock) = (InterceptingClient(HandleClient()), ManualClock())
        let (handles, cancelled) = (Journal<HandleClient.Handle>(), Journal<String>())
        try await withRequestGroup(options: .tolerant, clock.timeout) { group in
            network.intercept("outer", .success {}) { done in
                for path in ["a", "b"] {
                    let handle = network.load(path, cancel: { cancelled.append($0.path) }) { _ in
                        if path == "b" { done() }
                    }
                    handles.append(handle)
                }
            }
            network.base.answer("a")
            if hasDeadline {
                await clock.advanceWhenAsleep(by: .seconds(1))
            } else {
                group.cancel()
            }
            #expect(await cancelled.waitForFirst(1) == ["b"])
            network.base.answer("b")
        }
    }

    @Test func `an operation issues no subrequest in a cancelled group (M7, P2)`() async throws {
        let client = NestingClient()
        try await withRequestGroup(options: .tolerant) { group in
            try await client.intercept("outer") {
                group.cancel()
                await #expect(throws: CancellationError.self) {
                    try await client.intercept("inner") { _ = Issue.record("The operation runs.") }
                }
            }
        }
    }

    @Test func `a group cancels the subrequest of an answered request (M7, P2)`() async throws {
        let (client, cancelled) = (NestingClient(), Journal<String>())
        try await withRequestGroup(options: .tolerant) { group in
            client.intercept("outer") { outer in
                let answer = outer.wrap(.success {})
                client.intercept("inner", cancel: { $0.append("inner") }) { inner in
                    client.base.get(
                        "a",
                        success: inner.wrap(.success { _ in }),
                        failure: inner.wrap(.failure { _ in })
                    )
                    // The outer request leaves before the wrapper receives the handle of the inner request.
                    answer()
                    return cancelled
                }
            }
            #expect(group.outstanding.isEmpty)
            group.cancel()
            #expect(cancelled.entries == ["inner"])
            try client.base.fail("a")
        }
    }

    @Test func `cancel handlers that never run are released outside the lock (P2)`() async throws {
        let client = NestingClient()
        try await withRequestGroup(options: .tolerant) { group in
            let asked = Journal<[String]>()
            client.intercept("outer", cancel: { (_: Journal<[String]>) in }) { outer in
                let finish = outer.wrap(.success {})
                client.intercept("inner") { inner in
                    let notice = ReleaseAction { asked.append(group.outstanding) }
                    inner.onCancel { withExtendedLifetime(notice) {} }
                    client.base.get("a", success: { _ in finish() }, failure: { _ in })
                }
                return asked
            }
            group.cancel()
            #expect(asked.entries.count == 1)
            try client.base.succeed("a")
        }
    }
}

extension NestingClient {
    /// Requests a token and then the data, as one request.
    fileprivate func load(_ path: String, _ done: @escaping @Sendable () -> Void) {
        intercept("load \(path)", .success(done)) { self.getAfterToken(path, $0) }
    }

    fileprivate func load(_ path: String) async throws {
        try await intercept("load \(path)") {
            await withCheckedContinuation { continuation in
                self.getAfterToken(path) { continuation.resume() }
            }
        }
    }

    private func getAfterToken(_ path: String, _ done: @escaping @Sendable () -> Void) {
        get("token", through: [.raw]) { _ in self.get(path, through: [.raw]) { _ in done() } }
    }
}

@Suite(.timeLimit(.ordinary)) struct `Lost requests with subrequests` {
    private let client = ManualClient()
    private let other = ManualClient()

    private func lose(_ meanwhile: @escaping (InterceptedCall) -> Void) async -> [RequestFailure] {
        let wrapper = InterceptingClient(client)
        return await withRequestGroupOutcome {
            wrapper.intercept("lost") { call in
                meanwhile(call)
                client.get(
                    "lost",
                    success: call.wrap(.success { _ in }),
                    failure: call.wrap(.failure { _ in })
                )
            }
            try client.lose("lost")
        }.failures
    }

    @Test func `a request is lost even if its method calls another client (M3)`() async throws {
        let pinging = InterceptingClient(other) { $0.limiter = RequestLimiter(limit: 1) }
        let failures = await lose { _ in
            withoutRequestGroup {
                pinging.intercept("ping", .success { _ in }, .failure { _ in }) {
                    other.get("ping", success: $0, failure: $1)
                }
            }
        }
        #expect(failures.map(\.reason) == [.lostCallback])
        try other.succeed("ping")
    }

    @Test func `a request that only its own cancel handler retains is lost (M3)`() async {
        let failures = await lose { call in
            let captured = CapturedGroup.capturing {}
            call.onCancel { captured() }
        }
        #expect(failures.contains { $0.reason == .lostCallback })
    }
}

private struct Value: Sendable { let base: ManualClient }

extension InterceptingClient<Value> {
    fileprivate func get() async throws {
        try await awaitReply("get") { reply in
            base.base.get("a", success: { _ in reply.success(()) }, failure: reply.failure)
        }
    }
}

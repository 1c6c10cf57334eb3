@testable import InterceptionTestSupport

// The number of requests. The program Load in Benchmarks/ measures memory and time for larger numbers.
private let flood = {
    #if DEBUG
    20_000
    #else
    200_000
    #endif
}()

@Suite struct `Groups under load` {
    private let client = ManualClient()
    private var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `a chain of callbacks does not grow the stack (S2)`() async throws {
        let (stack, answers) = (StackGauge(), Locked(0))
        @Sendable func follow() {
            let success: (String) -> Void = { _ in
                stack.note()
                let count = answers.withLock { count in
                    count += 1
                    return count
                }
                if count < flood { follow() }
            }
            network.get("next", success: success)
        }
        let group = try await completedGroup { _ in
            follow()
            let used = try await stack.run { [client] in
                while let call = client.takeAll().first { call.succeed() }
            }
            #expect(used < 16_384)
        }
        #expect(group.progress == GroupProgress(finished: flood, total: flood))
    }

    @Test func `tasks that await many groups block no thread (C1)`() async throws {
        // Many more groups than threads: if each group blocked a thread, some groups would never issue their request.
        let count = flood / 10
        let finished = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for number in 0..<count {
                tasks.addTask {
                    try await completedGroup { _ in network.get("\(number)") }.progress.finished
                }
            }
            _ = await client.started.waitForFirst(count)
            for call in client.takeAll() { call.succeed() }
            return try await tasks.reduce(0, +)
        }
        #expect(finished == count)
    }
}

// A suite of its own, because AddressSanitizer skips the suite above.
@Suite(.timeLimit(.ordinary)) struct `Races` {
    @Test func `a shared limiter is never exceeded, and every request starts (P4)`() async throws {
        let (limiter, client) = (RequestLimiter(limit: 3), ManualClient())
        let network = InterceptingClient(client) { $0.limiter = limiter }
        let (ends, queue) = (Journal<Void>(), DispatchQueue(label: "completions"))
        let (groups, requests) = (40, 25)
        DispatchQueue.concurrentPerform(iterations: groups) { group in
            withRequestGroup("\(group)", options: .detached, queue: queue) {
                for index in 0..<requests {
                    network.get("\(index)", priority: RequestPriority(rawValue: index % 3))
                }
            } completion: { _ in
                ends.append(())
            }
        }
        var answered = 0
        while answered < groups * requests, !Task.isCancelled {
            let calls = client.takeAll()
            #expect(calls.count <= 3)
            try #require(!calls.isEmpty, "A waiting request did not start.")
            answered += calls.count
            DispatchQueue.concurrentPerform(iterations: calls.count) { calls[$0].succeed() }
        }
        #expect(await ends.waitForFirst(groups).count == groups)
        #expect(limiter.inFlight == 0)
        #expect(limiter.waiting == 0)
    }

    @Test func `a prepared request that many threads start enters once (M1)`() async throws {
        for _ in 0..<200 {
            let (starts, client) = (Journal<Void>(), ManualClient())
            let group = try await completedGroup(options: .limit(1), .tolerant) { group in
                let calls = ["a", "b"].map { path in
                    InterceptingClient(client).prepare(
                        path,
                        start: { (_: String) in starts.append(()) },
                        cancel: { (path: String) in client.takeAll(path).first?.fail() }
                    ) { call in
                        client.get(
                            path,
                            success: call.wrap(.success { _ in }),
                            failure: call.wrap(.failure { (_: any Error) in })
                        )
                        return path
                    }
                }
                DispatchQueue.concurrentPerform(iterations: 6) { index in
                    switch index {
                    case 0, 1, 2: calls[index % 2].start()
                    case 3: client.takeAll("a").first?.succeed()
                    case 4: group.cancel()
                    default: calls[1].start()
                    }
                }
                #expect(group.progress.total <= 2)
                for path in ["a", "b"] where group.outstanding.contains(path) {
                    client.takeAll(path).first?.succeed()
                }
            }
            #expect(group.progress.finished == group.progress.total)
            #expect(starts.entries.count <= 4)
        }
    }
}

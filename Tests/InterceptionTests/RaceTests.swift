@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Races` {
    let rounds = 200

    @Test func `a shared limiter is never exceeded, and every request starts (P4)`() async throws {
        let limiter = RequestLimiter(limit: 3)
        let client = ManualClient()
        let network = InterceptingClient(client) { $0.limiter = limiter }
        let ends = Journal<Void>()
        let queue = DispatchQueue(label: "completions")
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
        for _ in 0..<rounds {
            let starts = Journal<Void>()
            let client = ManualClient()
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

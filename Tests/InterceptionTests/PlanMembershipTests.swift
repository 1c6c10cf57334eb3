@testable import InterceptionTestSupport

/// Plans of senders that use the current group in different ways.
@Suite(.timeLimit(.ordinary)) struct `Plans as requests of a group` {
    let client = ManualClient()
    let requests = ["a", "b", "c", "d"].map(URLRequest.init(path:))

    @Test(arguments: Habit.allCases)
    func `at its deadline a batch times out unanswered requests (P3)`(habit: Habit) async throws {
        let clock = ManualClock()
        let sender = HabitSender(client: client, habit: habit)
        let batch = sender.batch(requests, options: clock.timeout)
        for path in ["a", "b", "c", "d"] { await client.started.waitFor(path) }
        try client.fail("a")
        try client.succeed("b")
        try client.lose("c")
        await clock.advanceWhenAsleep(by: .seconds(1))
        let results = await batch.results()
        #expect(results.texts == ["no", "ok", "LostCallbackError", "RequestTimeoutError"])
        #expect((results[3].reportedFailure as? RequestTimeoutError)?.label == "GET d")
        #expect(results.error?.failures.map(\.label) == ["GET a", "GET c", "GET d"])
        #expect(results.error?.failures.map(\.reason) == [.failed, .lostCallback, .timedOut])
        #expect(batch.group.progress == GroupProgress(finished: 4, failed: 3, total: 4))
        _ = client.takeAll()
    }

    enum Use: CaseIterable { case request, batch, nestedGroup }

    @Test(arguments: Use.allCases)
    func `plans and nested groups have the priority of the group around them (P4)`(use: Use) throws
    {
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        let sender = UncancellableSender(client: client, settings: settings)
        sender.perform(requests[0]) { _ in }
        for (request, priority) in zip(requests[1...], [RequestPriority.low, .high]) {
            withRequestGroup(options: .priority(priority)) {
                switch use {
                case .request: sender.perform(request) { _ in }
                case .batch: sender.batch([request])
                case .nestedGroup:
                    withRequestGroup {
                        sender.perform(request) { _ in }
                    } completion: { _ in
                    }
                }
            } completion: { _ in
            }
        }
        for path in ["a", "c", "b"] { try client.succeed(path) }
    }

    @Test func `a plan's client may block until its callback has run (I1)`() async throws {
        let (mark, places) = (QueueMark(), Journal<Bool>())
        let client = ManualClient { call in
            let hasReturned = DispatchSemaphore(value: 0)
            mark.queue.async {
                call.succeed()
                hasReturned.signal()
            }
            hasReturned.wait()
        }
        let plan = requests[0].plan.map { response in
            places.append(mark.isCurrent)
            return response
        }
        try await OwnThread {
            PathSender(client: client).perform(plan) { _ in places.append(mark.isCurrent) }
        }
        .waitUntilEnded()
        #expect(places.entries == [true, true])
    }
}

extension `Plans as requests of a group` {
    /// The ways in which a sender uses the group of its caller.
    enum Habit: CaseIterable {
        /// The sender intercepts no request.
        case ignores
        /// The sender intercepts the request.
        case intercepts
        /// The sender intercepts another request, and then the request.
        case interceptsTwice
        /// The sender intercepts the request in a task, after `send` has returned.
        case interceptsLater
    }

    struct HabitSender: RequestSender {
        let client: ManualClient
        let habit: Habit

        func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
            let (client, path, network) = (client, request.path, InterceptingClient(client))
            let fail = { @Sendable (error: any Error) in completion(.failure(error)) }
            let send = { @Sendable in
                network.intercept(
                    "of the sender",
                    .success { completion(.success(LoadedResponse(text: $0))) },
                    .failure(fail)
                ) { client.get(path, success: $0, failure: $1) }
            }
            switch habit {
            case .ignores: _ = BareSender(client: client).send(request, completion: completion)
            case .intercepts: send()
            case .interceptsTwice:
                network.intercept("before") { call in call.wrap(.success { (_: Int) in })(1) }
                send()
            case .interceptsLater: Task { send() }
            }
            return CancelHandle {}
        }
    }
}

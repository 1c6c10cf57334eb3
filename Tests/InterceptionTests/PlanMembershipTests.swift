@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Plans as requests of a group` {
    let client = ManualClient()
    let requests = ["a", "b", "c", "d"].map(URLRequest.init(path:))

    @Test(arguments: Habit.allCases)
    func `at its deadline a batch times out unanswered requests (P3)`(habit: Habit) async throws {
        let (clock, sender) = (ManualClock(), HabitSender(client: client, habit: habit))
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

    enum Use: CaseIterable { case request, batch, nestedGroup, ownPriority }

    @Test(arguments: Use.allCases)
    func `requests inherit a priority or have their own (P4)`(use: Use) throws {
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        let sender = UncancellableSender(client: client, settings: settings)
        let network = InterceptingClient(client, settings: settings)
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
                case .ownPriority:
                    network.get(request.path, priority: priority == .low ? .high : .low)
                }
            } completion: { _ in
            }
        }
        let order = use == .ownPriority ? ["a", "b", "c"] : ["a", "c", "b"]
        for path in order { try client.succeed(path) }
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
        }.waitUntilEnded()
        #expect(places.entries == [true, true])
    }

    enum Reaction: CaseIterable { case fails, drops, succeeds }

    @Test(arguments: Reaction.allCases)
    func `a cancelled plan ends as cancelled unless its client still succeeds`(reaction: Reaction) {
        let (client, ends) = (ManualClient(), Journal<String>())
        let sent = BareSender(client: client) { call in
            switch reaction {
            case .fails: call?.fail("offline")
            case .drops: break
            case .succeeds: call?.succeed("late")
            }
        }.perform(URLRequest(path: "a").plan) { ends.append($0.text) }
        sent.cancel()
        #expect(ends.entries == [reaction == .succeeds ? "late" : "CancellationError"])
    }

    @Test(arguments: [true, false], [true, false])
    func `a plan's request is cancelled once (P2)`(isGrouped: Bool, hasEnded: Bool) async throws {
        let (client, cancels) = (ManualClient(), Journal<String>())
        let sender = BareSender(client: client) { call in
            cancels.append("cancelled")
            // The client answers later, if at all.
            withExtendedLifetime(call) {}
        }
        let mediator = ServiceMediator(sender)
        func cancelAll() {
            let sent = sender.perform(URLRequest(path: "a").plan) { _ in }
            let call = mediator.send(ServiceDefinition<Int>("") { _ in 1 }) { _ in }
            if hasEnded { for call in client.takeAll() { call.succeed() } }
            for _ in 0..<3 {
                sent.cancel()
                call.cancel()
            }
        }
        if isGrouped {
            try await withRequestGroup(options: .tolerant) { cancelAll() }
        } else {
            cancelAll()
        }
        #expect(cancels.entries.count == (hasEnded ? 0 : 2))
    }

    @Test(arguments: [true, false])
    func `a plan performed in a cancelled task sends nothing (P2)`(isChain: Bool) async {
        let (client, request) = (ManualClient { $0.succeed() }, URLRequest(path: "a").plan)
        let plan = isChain ? request.then { _ in URLRequest(path: "b") } : request
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await BareSender(client: client).perform(plan)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.started.entries.isEmpty)
    }

    @Test func `a plan cancelled during its client's call is cancelled afterwards`() async throws {
        let (first, known, cancels) = (
            ManualClient(), Locked<CancelHandle?>(nil), Journal<String>()
        )
        let client = ManualClient { _ in known.withLock { $0 }?.cancel() }
        let sender = BareSender(client: client) { _ in cancels.append("cancelled") }
        let failures = try await failuresOfGroup(options: .limit(1)) { _ in
            InterceptingClient(first).get("first")
            let sent = sender.perform(URLRequest(path: "a").plan) { _ in }
            known.withLock { $0 = sent }
            try first.succeed("first")
        }
        #expect(cancels.entries == ["cancelled"])
        #expect(failures.count == 1)
        known.withLock { $0 = nil }
    }

    @Test func `a cancelled plan that waits for a permit has one error (P2)`() async {
        let settings = InterceptionSettings {
            $0.limiter = RequestLimiter(limit: 1)
            $0.cancellationError = { ClientError("own") }
        }
        let (client, results) = (ManualClient(), Journal<String>())
        InterceptingClient(client, settings: settings).get("busy")
        _ = await withRequestGroupOutcome { group in
            let sender = UncancellableSender(client: client, settings: settings)
            sender.perform(URLRequest(path: "a")) { results.append($0.text) }
            group.cancel()
        }
        #expect(results.entries == ["CancellationError"])
        _ = client.takeAll()
    }

    @Test func `a cancelled batch throws CancellationError if no request failed`() async throws {
        for hasFailed in [false, true] {
            let client = ManualClient()
            let requests = ["a", "b"].map(URLRequest.init(path:))
            let batch = BareSender(client: client) { $0?.fail("cancelled") }.batch(requests)
            if hasFailed { try client.fail("a") }
            batch.cancel()
            let results = await batch.results()
            #expect(results.error?.code == .cancelled)
            let error = #expect(throws: (any Error).self) { try results.values() }
            #expect(error is CancellationError == !hasFailed)
        }
    }
}

extension `Plans as requests of a group` {
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

// `intercept` takes several closures here.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

@testable import InterceptionTestSupport

/// The place, the task-locals and the time of the start of a delayed request.
@Suite(.timeLimit(.ordinary)) struct `The start of a delayed request` {
    @TaskLocal private static var trace = "none"

    private let client = ManualClient()
    private let places = Journal<Bool>()
    private let mark = QueueMark()
    private var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    /// Issues a request without an actor, which records whether it starts on the queue.
    private func get(
        _ path: String,
        through network: InterceptingClient<ManualClient>,
        noting mark: QueueMark
    ) {
        network.intercept(path, isolation: nil) { call in
            places.append(mark.isCurrent)
            client.get("\(path) \(Self.trace)", success: call.wrap(.success { _ in }), failure: nil)
        }
    }

    @Test(arguments: [nil, 2], [true, false])
    func `delayed requests start on the client's queue, even if issued on the main queue (P4, S6)`(
        limitOfClient: Int?,
        isOnMain: Bool
    ) async throws {
        let network = InterceptingClient(client) {
            $0.queue = mark.queue
            $0.limiter = limitOfClient.map { RequestLimiter(limit: $0) }
        }
        try await withRequestGroup(options: .limit(1)) {
            let issue = { @Sendable in
                for path in ["a", "b"] {
                    Self.$trace.withValue("of \(path)") {
                        get(path, through: network, noting: mark)
                    }
                }
            }
            if isOnMain { await MainActor.run(body: issue) } else { issue() }
            try Self.$trace.withValue("answering") { try client.succeed("a of a") }
            await client.started.waitFor("b of b")
            try client.succeed("b of b")
        }
        // A request that does not wait starts where it was issued.
        #expect(places.entries == [false, true])
    }

    @Test func `a request without a queue starts where its permit was freed (P4)`() async throws {
        let group = withRequestGroup(options: .limit(1)) {
            for path in ["a", "b"] { get(path, through: network, noting: mark) }
        } completion: { _ in
        }
        let call = try client.take("a none")
        mark.queue.async { call.succeed() }
        await client.started.waitFor("b none")
        #expect(places.entries == [false, true])
        try client.succeed("b none")
        #expect(group.progress.finished == 2)
    }

    @Test func `a limited batch issues further requests on the client's queue (I1)`() async {
        let stubs = RequestStubs()
        let note = RequestMatch { [mark, places] _ in
            places.append(mark.isCurrent)
            return true
        }
        stubs.answer(note, with: .data())
        let answers = OperationQueue()
        answers.isSuspended = true
        let base = URLSession(configuration: .default, delegate: nil, delegateQueue: answers)
        let settings = InterceptionSettings { $0.queue = mark.queue }
        await withRequestStubs(stubs) {
            let requests = ["a", "b", "c"].map(URLRequest.init(path:))
            let session = InterceptingClient(base, settings: settings)
            let batch = session.batch(requests, options: .limit(1))
            // Only now can the first request end, so the others had to wait.
            answers.isSuspended = false
            _ = await batch.results()
        }
        #expect(places.entries == [false, true, true])
    }

    private actor Account: RequestIntercepting {
        nonisolated let interceptionSettings = InterceptionSettings {
            $0.limiter = RequestLimiter(limit: 1)
            $0.queue = DispatchQueue(label: "elsewhere")
        }
        let client: ManualClient

        init(_ client: ManualClient) { self.client = client }

        func load(_ path: String) async throws -> String {
            try await awaitReply(path) { reply in
                self.preconditionIsolated()
                self.client.get("\(path) \(trace)", success: reply.success, failure: reply.failure)
            }
        }

        func get(_ path: String) {
            intercept(path) { call in
                self.preconditionIsolated()
                self.client.get(
                    "\(path) \(trace)",
                    success: call.wrap(.success { _ in }),
                    failure: nil
                )
            }
        }
    }

    @Test(arguments: [true, false])
    func `a request delayed on an actor starts there (P4, S6)`(isAwaited: Bool) async throws {
        let account = Account(client)
        try await withRequestGroup {
            let issue = { @Sendable (path: String) in
                try await Self.$trace.withValue("of \(path)") {
                    if isAwaited {
                        _ = try await account.load(path)
                    } else {
                        await account.get(path)
                    }
                }
            }
            async let first: Void = issue("a")
            await client.started.waitFor("a of a")
            async let second: Void = issue("b")
            await yieldWhile { account.interceptionSettings.limiter?.waiting != 1 }
            try Self.$trace.withValue("answering") { try client.succeed("a of a") }
            await client.started.waitFor("b of b")
            try client.succeed("b of b")
            _ = try await (first, second)
        }
    }

    @Test @MainActor func `requests delayed on the main queue start there (P4)`() async throws {
        let (main, other) = (QueueMark(.main), ManualClient())
        let sender = PathSender(
            client: ManualClient { [places] call in
                places.append(main.isCurrent)
                call.succeed()
            }
        )
        try await withRequestGroup(options: .limit(1)) {
            InterceptingClient(other).get("first")
            get("a", through: network, noting: main)
            let request = URLRequest(path: "b")
            sender.batch([request, request]) { _ in }
            sender.perform(request.plan.then { _ in request }) { _ in }
            try await OwnThread { try other.succeed("first") }.waitUntilEnded()
            await client.started.waitFor("a none")
            try await OwnThread { [client] in try client.succeed("a none") }.waitUntilEnded()
        }
        // The second step of a chain is issued on the client's callback thread.
        #expect(places.entries == [true, true, true, true, true])
    }

    @Test func `a permit is returned before the client's method returns (P4)`() async throws {
        let (limiter, release) = (RequestLimiter(limit: 1), DispatchSemaphore(value: 0))
        let network = InterceptingClient(client) { $0.limiter = limiter }
        let isStarting = Gate()
        try await withRequestGroup {
            network.get("a")
            network.intercept("slow") { call in
                client.get("slow", success: call.wrap(.success { _ in }), failure: nil)
                isStarting.open()
                release.wait()
            }
            network.get("c")
            // Starts “slow”, whose method blocks this thread.
            let thread = OwnThread { [client] in try client.succeed("a") }
            await isStarting.waitUntilOpen()
            try client.succeed("slow")
            await client.started.waitFor("c")
            #expect(limiter.inFlight == 1)
            release.signal()
            try await thread.waitUntilEnded()
            try client.succeed("c")
        }
        #expect(limiter.inFlight == 0)
    }

    @Test func `a request returns all its permits before another starts (P4)`() async throws {
        let limiter = RequestLimiter(limit: 2)
        let network = InterceptingClient(client) { $0.limiter = limiter }
        let seen = Journal<Int>()
        try await withRequestGroup(options: .limit(1)) {
            network.get("a")
            network.intercept("b") { call in
                // Only this request holds a permit: the first has returned both of its permits.
                seen.append(limiter.inFlight)
                call.wrap(.success {})()
            }
            try client.succeed("a")
        }
        #expect(seen.entries == [1])
    }

    @Test func `a request has the priority of its task by default (P4)`() async throws {
        let network = InterceptingClient(client) { $0.limiter = RequestLimiter(limit: 1) }
        network.get("running")
        let issued: [(TaskPriority, RequestPriority?, String)] = [
            (.low, nil, "low"), (.medium, nil, "normal"), (.high, nil, "high"),
            (.low, .high, "named high"),
        ]
        for (priority, named, path) in issued {
            // The task is not awaited, because awaiting raises its priority.
            let isIssued = Gate()
            Task.detached(priority: priority) {
                network.get(path, priority: named)
                isIssued.open()
            }
            await isIssued.waitUntilOpen()
        }
        while let call = client.takeAll().first { call.succeed() }
        #expect(client.started.entries == ["running", "high", "named high", "normal", "low"])
    }
}

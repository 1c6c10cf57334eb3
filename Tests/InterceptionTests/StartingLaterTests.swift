// `intercept` takes several closures here.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

@testable import InterceptionTestSupport

/// The context in which a delayed request starts.
@Suite(.timeLimit(.ordinary)) struct `Requests that start later` {
    @TaskLocal private static var trace = "none"

    /// Records the task-local of each call, and whether the call is on the main queue.
    private final class Client: Sendable {
        let started = Journal<String>()
        let calls = Locked([@Sendable () -> Void]())

        func get(_ path: String, _ done: @escaping @Sendable (Result<Int, ClientError>) -> Void) {
            calls.withLock { $0.append { done(.success(1)) } }
            started.append("\(path) \(trace)")
        }

        /// Answers the oldest request.
        func answer() { calls.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }
    }

    private actor Account: RequestIntercepting {
        nonisolated let interceptionSettings = InterceptionSettings {
            $0.limiter = RequestLimiter(limit: 1)
        }
        let client: Client

        init(_ client: Client) {
            self.client = client
        }

        func load(_ path: String) async throws -> Int {
            try await awaitReply(path) { reply in
                self.assertIsolated()
                self.client.get(path) { reply.completion($0) }
            }
        }
    }

    private let client = Client()

    private func issue(_ path: String, _ wrapper: InterceptingClient<Client>) {
        Self.$trace.withValue(path.uppercased()) {
            wrapper.intercept(path, .completion { @Sendable _ in }) { client.get(path, $0) }
        }
    }

    @Test func `a request delayed on an actor keeps its task-locals (S6)`() async throws {
        let account = Account(client)
        async let first = Self.$trace.withValue("A") { try await account.load("a") }
        await client.started.waitFor("a A")
        async let second = Self.$trace.withValue("B") { try await account.load("b") }
        await yieldWhile { account.interceptionSettings.limiter?.waiting != 1 }
        Self.$trace.withValue("ANSWERING") { client.answer() }
        await client.started.waitFor("b B")
        client.answer()
        #expect(try await (first, second) == (1, 1))
    }

    @Test func `a request delayed on a queue keeps its task-locals (S6)`() async throws {
        let wrapper = InterceptingClient(client) { $0.queue = DispatchQueue(label: "client") }
        try await withRequestGroup(options: .limit(1)) {
            for path in ["a", "b"] { issue(path, wrapper) }
            Self.$trace.withValue("ANSWERING") { client.answer() }
            await client.started.waitFor("b B")
            client.answer()
        }
        #expect(client.started.entries == ["a A", "b B"])
    }

    @Test
    @MainActor func `requests delayed on the main queue start on the main queue (P4)`() async throws
    {
        let seen = Journal<Bool>()
        let wrapper = InterceptingClient(client)
        try await withRequestGroup(options: .limit(1)) {
            issue("a", wrapper)
            issueOnQueue(wrapper, seen, QueueMark(.main))
            try await OwnThread { [client] in client.answer() }.waitUntilEnded()
        }
        #expect(seen.entries == [true])
    }

    @Test
    @MainActor func `plans delayed on the main queue start on the main queue (P4)`() async throws {
        let (seen, mark) = (Journal<Bool>(), QueueMark(.main))
        let sender = PathSender(
            client: ManualClient { call in
                seen.append(mark.isCurrent)
                call.succeed()
            }
        )
        let wrapper = InterceptingClient(client)
        try await withRequestGroup(options: .limit(1)) {
            issue("a", wrapper)
            let request = URLRequest(path: "b")
            sender.batch([request, request]) { _ in }
            sender.perform(request.plan.then { _ in request }) { _ in }
            try await OwnThread { [client] in client.answer() }.waitUntilEnded()
        }
        // The second step of a chain is issued on the client's callback thread.
        #expect(seen.entries == [true, true, true, true])
    }

    @Test
    func `an answered request returns its permit before its method returns (P4)`() async throws {
        let (limiter, release) = (RequestLimiter(limit: 1), DispatchSemaphore(value: 0))
        let wrapper = InterceptingClient(client) { $0.limiter = limiter }
        let isStarting = Gate()
        try await withRequestGroup {
            issue("a", wrapper)
            wrapper.intercept("slow") { call in
                client.get("slow", call.wrap(.completion { @Sendable _ in }))
                isStarting.open()
                release.wait()
            }
            issue("c", wrapper)
            // Starts “slow”, whose method blocks this thread.
            let thread = OwnThread { [client] in client.answer() }
            await isStarting.waitUntilOpen()
            client.answer()
            await client.started.waitFor("c C")
            #expect(limiter.inFlight == 1)
            release.signal()
            try await thread.waitUntilEnded()
            client.answer()
        }
        #expect(limiter.inFlight == 0)
    }

    @Test func `a request returns all its permits before another starts (P4)`() async throws {
        let limiter = RequestLimiter(limit: 2)
        let wrapper = InterceptingClient(client) { $0.limiter = limiter }
        let seen = Journal<Int>()
        try await withRequestGroup(options: .limit(1)) {
            issue("a", wrapper)
            wrapper.intercept("b") { call in
                // Only this request holds a permit: the first has returned both of its permits.
                seen.append(limiter.inFlight)
                call.wrap(.success {})()
            }
            client.answer()
        }
        #expect(seen.entries == [1])
    }

    /// Runs on no actor, like old code on the main thread.
    private nonisolated func issueOnQueue(
        _ wrapper: InterceptingClient<Client>,
        _ seen: Journal<Bool>,
        _ mark: QueueMark
    ) {
        wrapper.intercept("b", isolation: nil) { call in
            seen.append(mark.isCurrent)
            call.wrap(.success {})()
        }
    }

    @Test func `a request has the priority of its task by default (P4)`() async throws {
        let limiter = RequestLimiter(limit: 1)
        let wrapper = InterceptingClient(client) { $0.limiter = limiter }
        issue("running", wrapper)
        let issued: [(TaskPriority, RequestPriority?, String)] = [
            (.low, nil, "low"), (.medium, nil, "normal"), (.high, nil, "high"),
            (.low, .high, "named high"),
        ]
        for (priority, named, path) in issued {
            // The task is not awaited, because awaiting raises its priority.
            let isIssued = Gate()
            Task.detached(priority: priority) { [client] in
                wrapper.intercept(path, .completion { @Sendable _ in }, priority: named) {
                    client.get(path, $0)
                }
                isIssued.open()
            }
            await isIssued.waitUntilOpen()
        }
        for _ in 0..<5 { client.answer() }
        let order = client.started.entries.map { $0.split(separator: " ").dropLast() }
        let paths = order.map { $0.joined(separator: " ") }
        #expect(paths == ["running", "high", "named high", "normal", "low"])
    }
}

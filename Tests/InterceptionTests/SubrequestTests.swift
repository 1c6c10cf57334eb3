// `intercept` takes several closures here.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

@testable import InterceptionTestSupport

/// Requests that a client issues through its own wrapper.
@Suite(.timeLimit(.ordinary)) struct `Subrequests` {
    /// A client whose methods issue subrequests.
    private final class Client: RequestIntercepting, Sendable {
        let base: ManualClient
        let interceptionSettings: InterceptionSettings

        init(_ base: ManualClient = ManualClient(), limiter: RequestLimiter? = nil) {
            self.base = base
            interceptionSettings = InterceptionSettings { $0.limiter = limiter }
        }

        func get(_ path: String, _ done: @escaping @Sendable () -> Void) {
            intercept("get \(path)", .success { _ in done() }, .failure { _ in }) {
                self.base.get(path, success: $0, failure: $1)
            }
        }

        /// Requests a token and then the data, as one request.
        func load(_ path: String, _ done: @escaping @Sendable () -> Void) {
            intercept("load \(path)", .success(done)) { done in
                self.get("token") { self.get(path, done) }
            }
        }

        func load(_ path: String) async throws {
            try await intercept("load \(path)") {
                await withCheckedContinuation { continuation in
                    self.get("token") { self.get(path) { continuation.resume() } }
                }
            }
        }

        /// Returns the answer of the cache, and issues a request that refreshes it.
        func cached(_ path: String, _ done: @escaping @Sendable () -> Void) {
            intercept("cached \(path)", .success(done)) { done in
                done()
                self.get(path) {}
            }
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `consecutive calls in one method or operation are one request (M7)`(
        isOperation: Bool,
        answersAtOnce: Bool
    ) async throws {
        let queue = DispatchQueue(label: "client")
        let base = ManualClient { call in
            if answersAtOnce { call.succeed() } else { queue.async { call.succeed() } }
        }
        let client = Client(base, limiter: RequestLimiter(limit: 1))
        let ended = Gate()
        let group = try await completedGroup(options: .limit(1)) { _ in
            if isOperation { return try await client.load("a") }
            client.load("a") { ended.open() }
            await ended.waitUntilOpen()
        }
        #expect(base.started.entries == ["token", "a"])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `a closure captured in a client's call issues subrequests (S3, M7)`() async throws {
        let client = Client(ManualClient { $0.succeed() })
        let queue = DispatchQueue(label: "client")
        let group = try await completedGroup(options: .limit(1)) { group in
            client.intercept("outer") { call in
                let done = call.wrap(.success {})
                nonisolated(unsafe) let end = done
                queue.async(execute: CapturedGroup.capturing { client.get("a") { end() } })
            }
            await waitUntilDrained(queue)
            #expect(group.outstanding.isEmpty)
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `async closures captured in an operation issue subrequests (S3, M7)`() async throws {
        let client = Client(ManualClient { $0.succeed() })
        let group = try await completedGroup(options: .limit(1)) { _ in
            try await client.intercept("outer") {
                let captured = CapturedGroup()
                await Task.detached {
                    await captured.run {
                        await withCheckedContinuation { continuation in
                            client.get("a") { continuation.resume() }
                        }
                    }
                }
                .value
            }
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test
    func `a request issued after the outer one was answered is no subrequest (M7)`() async throws {
        let client = Client(limiter: RequestLimiter(limit: 1))
        let group = try await completedGroup { group in
            for path in ["a", "b", "c"] { client.cached(path) {} }
            #expect(client.base.started.entries == ["a"])
            // The refreshing requests of “b” and “c” wait for the permit of the first.
            #expect(group.progress.total == 4)
            for path in ["a", "b", "c"] { try client.base.succeed(path) }
        }
        #expect(group.progress == GroupProgress(finished: 6, total: 6))
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
    }

    @Test(arguments: 2...4)
    func `cancelling a group cancels subrequests at any depth (M7, P2)`(depth: Int) async throws {
        let client = Client()
        let cancelled = Journal<String>()
        @Sendable func issue(_ level: Int) {
            if level == 0 {
                client.intercept("handle", cancel: { $0.append("deepest") }) { call in
                    client.base.get(
                        "a",
                        success: call.wrap(.success { _ in }),
                        failure: call.wrap(.failure { _ in })
                    )
                    return cancelled
                }
            } else {
                client.intercept("\(level)") { call in
                    nonisolated(unsafe) let finish = call.wrap(.success {})
                    issue(level - 1)
                    DispatchQueue.main.async { withExtendedLifetime(finish) {} }
                }
            }
        }
        try await withRequestGroup(options: .tolerant) { group in
            issue(depth)
            group.cancel()
            #expect(cancelled.entries == ["deepest"])
            try client.base.fail("a")
        }
    }

    @Test func `a group cancels the subrequest of an answered request (M7, P2)`() async throws {
        let client = Client()
        let cancelled = Journal<String>()
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
        let client = Client()
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

/// Requests that are lost although their method issued other requests.
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
        }
        .failures
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

/// A client that is a value.
private struct Value: Sendable { let base: ManualClient }

extension InterceptingClient<Value> {
    fileprivate func get() async throws {
        try await awaitReply("get") { reply in
            base.base.get("a", success: { _ in reply.success(()) }, failure: reply.failure)
        }
    }
}

/// Plans that a method of their sender performs.
@Suite(.timeLimit(.ordinary)) struct `Plans as subrequests` {
    enum Kind: CaseIterable, Sendable { case request, batch, chain, batchOfChains, service }

    private func perform(
        _ kind: Kind,
        through sender: InterceptingSender,
        _ done: @escaping @Sendable () -> Void
    ) {
        let request = URLRequest(path: "a")
        switch kind {
        case .request: sender.perform(request) { _ in done() }
        case .batch: sender.batch([request, request], queue: .global()) { _ in done() }
        case .chain: sender.perform(request.plan.then { _ in request }) { _ in done() }
        case .batchOfChains:
            let chain = request.plan.then { _ in request }
            sender.batch([chain, chain], queue: .global()) { _ in done() }
        case .service:
            ServiceMediator(client: sender, baseURL: URL(fileURLWithPath: "/"))
                .send(ServiceDefinition<Int>("a") { _ in 1 }) { _ in done() }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a plan performed in its sender's method is a subrequest, and needs no permit (M7)`(
        kind: Kind
    ) async throws {
        let sender = InterceptingSender(limiter: RequestLimiter(limit: 1))
        let group = try await completedGroup(options: .limit(1)) { _ in
            let ended = Gate()
            sender.intercept("page") { call in
                nonisolated(unsafe) let finish = call.wrap(.success {})
                perform(kind, through: sender) {
                    finish()
                    ended.open()
                }
            }
            await ended.waitUntilOpen()
            try await sender.intercept("awaited") {
                let ended = Gate()
                perform(kind, through: sender) { ended.open() }
                await ended.waitUntilOpen()
            }
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test func `a request of a sender through another client is no subrequest (M7)`() async throws {
        let other = ManualClient()
        let wrapped = InterceptingClient(other)
        let sender = InterceptingSender(limiter: nil) {
            wrapped.intercept("audit", .success { _ in }, .failure { _ in }) {
                other.get("audit", success: $0, failure: $1)
            }
        }
        let outcome = await withRequestGroupOutcome { group in
            let ended = Gate()
            sender.perform(URLRequest(path: "a")) { _ in ended.open() }
            await ended.waitUntilOpen()
            #expect(group.outstanding == ["audit"])
            try other.fail("audit")
        }
        #expect(outcome.failures.map(\.label) == ["GET a", "audit"])
    }

    @Test
    func `a request that a batch's sender issues through another client joins the batch (M7)`()
        async throws
    {
        let (other, recorder) = (ManualClient(), EventRecorder())
        let wrapped = InterceptingClient(other)
        let sender = InterceptingSender(limiter: nil) { wrapped.get("audit") }
        try await withRequestGroup("page", options: .tolerant, .observer(recorder)) {
            sender.batch([URLRequest(path: "a")], name: "batch") { _ in }
            await other.started.waitFor("audit")
            try other.fail("audit")
        }
        let labels = recorder.events.filter { $0.groupName == "batch" }.compactMap(\.label)
        #expect(labels.contains("GET audit"))
    }
}

/// A sender that intercepts, and whose client answers at once.
private final class InterceptingSender: RequestSender, RequestIntercepting {
    let interceptionSettings: InterceptionSettings
    private let meanwhile: @Sendable () -> Void

    init(limiter: RequestLimiter?, meanwhile: @escaping @Sendable () -> Void = {}) {
        interceptionSettings = InterceptionSettings { $0.limiter = limiter }
        self.meanwhile = meanwhile
    }

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        intercept("send", .completion(completion)) {
            self.meanwhile()
            $0(.failure(ClientError("no")))
        }
        return CancelHandle {}
    }
}

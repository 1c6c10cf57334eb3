@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Cancelling batches` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))
    static let cancelled = "CancellationError"

    @Test(.endsInTime)
    func `a request that is cancelled before its batch starts is never sent`() async throws {
        let group = try await completedGroup(options: .limit(1), .tolerant) { _ in
            InterceptingClient(client).get("first")
            let batch = sender.batch(requests)
            #expect(client.started.entries == ["first"])
            batch.cancel(at: 1)
            try client.succeed("first")
            try client.succeed("a")
            try client.succeed("c")
            #expect(await batch.results().texts == ["ok", Self.cancelled, "ok"])
            #expect(client.started.entries == ["first", "a", "c"])
        }
        #expect(group.progress == GroupProgress(finished: 2, failed: 1, total: 2))
    }

    @Test func `cancelling one request of a fail-fast batch cancels no other (P2)`() async throws {
        let batch = sender.batch(requests, options: .failFast)
        batch.cancel(at: 0)
        try client.succeed("b")
        try client.succeed("c")
        let results = await batch.results()
        #expect(results.texts == [Self.cancelled, "ok", "ok"])
        #expect(results.error?.causes.isEmpty == true)
        #expect(results.error?.consequences.map(\.index) == [0])
        #expect(throws: CancellationError.self) { try results.values() }
    }

    @Test(arguments: [true, false])
    func `cancelling a batch fails its group only as a consequence (P1, P2)`(isAwaited: Bool) async
    {
        _ = await withRequestGroupOutcome(options: .failFast) { group in
            let batch = sender.batch(requests)
            try? client.fail("a")
            let results = Task { await batch.results() }
            if isAwaited { results.cancel() } else { batch.cancel() }
            _ = await results.value
            #expect(group.failures.map(\.reason) == [.cancelled])
            #expect(!group.isCancelled)
        }
    }

    @Test func `a batch that can no longer reach its quorum cancels the rest (P1)`() async throws {
        let batch = UncancellableSender(client: client).batch(requests, options: .quorum(2))
        try client.fail("a")
        #expect(!batch.group.isCancelled)
        try client.fail("b")
        #expect(batch.group.isCancelled)
        try client.fail("c")
        let results = await batch.results()
        #expect(results.error?.code == .requestsFailed)
        #expect(results.error?.causes.map(\.index) == [0, 1])
    }

    @Test func `cancelling a batch rejects its waiting requests at once (P2)`() async throws {
        let own = Journal<String>()
        let plans = requests.map { $0.plan.onCompletion { own.append($0.text) } }
        let batch = UncancellableSender(client: client).batch(plans, options: .limit(1))
        batch.cancel()
        #expect(await own.waitForFirst(2) == [Self.cancelled, Self.cancelled])
        #expect(client.started.entries == ["a"])
        try client.succeed("a")
        #expect(await batch.results().texts == ["ok", Self.cancelled, Self.cancelled])
    }

    @Test @MainActor
    func `cancelling a batch ends its request that waits for the main queue (P2)`() async throws {
        let recorder = EventRecorder()
        let batch = sender.batch(requests, options: .limit(1), .tolerant, .observer(recorder))
        try client.succeed("a")
        batch.cancel()
        // This test occupies the main queue, on which the next request would be issued.
        #expect(recorder.events.count { $0.kind == .entered } == 3)
        #expect(await batch.results().texts == ["ok", Self.cancelled, Self.cancelled])
    }

    @Test func `a task cancelled after its batch has ended still gets the results`() async throws {
        let batch = sender.batch(requests)
        for path in ["a", "b", "c"] { try client.succeed(path) }
        let gate = Gate()
        let task = Task {
            await gate.waitUntilOpen()
            return await batch.results()
        }
        task.cancel()
        gate.open()
        #expect(await task.value.texts == ["ok", "ok", "ok"])
    }

    @Test func `cancelling the task that awaits a batch cancels the batch (P2)`() async throws {
        let cancelled = Journal<String>()
        let sender = BareSender(client: client) { call in
            cancelled.append(call?.path ?? "none")
            call?.fail("cancelled")
        }
        let batch = sender.batch(["a", "b"].map(URLRequest.init(path:)))
        let task = Task { await batch.results() }
        task.cancel()
        #expect(await cancelled.waitForFirst(2) == ["a", "b"])
        let results = await task.value
        #expect(results.error?.code == .cancelled)
        #expect(throws: CancellationError.self) { try results.values() }
    }
}

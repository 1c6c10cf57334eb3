@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Batches that are limited, late or cancelled` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    @TaskLocal static var value = "none"
    static let cancelled = "CancellationError"
    let clock = ManualClock()
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test func `a batch first issues only the requests that its limit allows (P4)`() async throws {
        let requests = Array(repeating: URLRequest(path: "a"), count: 1_000)
        let batch = sender.batch(requests, options: .limit(3))
        #expect(client.started.entries.count == 3)
        #expect(batch.group.progress.total == 3)
        try client.succeed("a")
        #expect(client.started.entries.count == 4)
        batch.cancel()
        #expect(await batch.results().count { $0.reportedFailure != nil } == 999)
        #expect(client.started.entries.count == 4)
    }

    @Test func `a delayed request has the task-locals of its call site (S6)`() async throws {
        let (values, calls) = (Journal<String>(), Journal<ManualCall>())
        let client = ManualClient { call in
            values.append(Self.value)
            calls.append(call)
        }
        let requests = Array(repeating: URLRequest(path: "a"), count: 5)
        let batch = Self.$value.withValue("issued") {
            PathSender(client: client).batch(requests, options: .limit(2))
        }
        // Each answer starts another request.
        for position in requests.indices {
            try #require(calls.entries.count > position)
            calls.entries[position].succeed()
        }
        #expect(await batch.results().texts == Array(repeating: "ok", count: 5))
        #expect(values.entries == Array(repeating: "issued", count: 5))
    }

    @Test(arguments: [true, false])
    func `a batch's limit counts a plan of several requests as one`(isPlan: Bool) async throws {
        let plans = ["a", "b", "c"].map { path in
            URLRequest(path: path).plan.then { _ in URLRequest(path: path + "2") }
        }
        let texts = Journal<[String]>()
        if isPlan {
            let batch = RequestPlan.batch(plans, options: .limit(2), .tolerant)
            sender.perform(batch) { texts.append((try? $0.get().texts) ?? []) }
        } else {
            sender.batch(plans, options: .limit(2), queue: .global()) { texts.append($0.texts) }
        }
        #expect(client.started.entries == ["a", "b"])
        try client.succeed("a")
        #expect(client.started.entries == ["a", "b", "a2"])
        try client.succeed("a2", with: "first")
        #expect(client.started.entries == ["a", "b", "a2", "c"])
        try client.succeed("b")
        try client.succeed("c")
        try client.succeed("c2", with: "third")
        try client.fail("b2", with: "second")
        #expect(await texts.waitForFirst(1) == [["first", "second", "third"]])
    }

    @Test(arguments: [true, false])
    func `a plan that waits for a permit ends at its deadline (P3)`(isChain: Bool) async throws {
        let (clock, ends, request) = (ManualClock(), Journal<Bool>(), URLRequest(path: "a"))
        let chain = RequestPlan.chain(request, options: clock.timeout) { _ in nil }.map(\.count)
        let batch = RequestPlan.batch([request], options: clock.timeout).map(\.count)
        let network = InterceptingClient(client)
        _ = try await completedGroup(options: .limit(1), .tolerant) { _ in
            network.get("before")
            sender.perform(isChain ? chain : batch) { ends.append($0.reportedFailure == nil) }
            await clock.advanceWhenAsleep(by: .seconds(1))
            #expect(await ends.waitForFirst(1) == [false])
            try client.succeed("before")
        }
        #expect(client.started.entries == ["before"])
    }

    @Test(.endsInTime)
    func `a client that blocks does not delay the deadline of its batch (P3)`() async throws {
        let (blocked, release) = (Journal<Void>(), DispatchSemaphore(value: 0))
        let isIssued = DispatchSemaphore(value: 0)
        let queue = DispatchQueue(label: "answers")
        let blocking = ManualClient { call in
            if call.path == "a" {
                return queue.async {
                    // Otherwise the thread of this test would issue the next request, and block.
                    isIssued.wait()
                    call.succeed()
                }
            }
            blocked.append(())
            release.wait()
            call.succeed()
        }
        let batch = UncancellableSender(client: blocking)
            .batch(requests, options: .limit(1), .timeout(.seconds(5), clock: clock))
        isIssued.signal()
        _ = await blocked.waitForFirst(1)
        await clock.advanceWhenAsleep(by: .seconds(5))
        let late = "RequestTimeoutError"
        #expect(await batch.results().texts == ["ok", late, late])
        release.signal()
    }

    @Test(.endsInTime)
    func `a batch stays open if its deadline passes before its first request (P3)`() async throws {
        let timeout = RequestGroupOption.timeout(.seconds(5), clock: clock)
        let run = PlanRun(PathSender(client: client))
        let batch = PlanGroup<Void>("batch", [.limit(1), timeout], of: run.sender)
        let (blocked, release) = (Journal<Void>(), DispatchSemaphore(value: 0))
        let issuer = BatchIssuer(2, in: batch, of: run) { _, _ in
            blocked.append(())
            release.wait()
        }
        await clock.advanceWhenAsleep(by: .seconds(5))
        _ = await blocked.waitForFirst(1)
        issuer.start()
        // A completed group admits no request.
        #expect(batch.group.enter("next") != nil)
        release.signal()
        release.signal()
    }

    @Test(.endsInTime)
    func `a request that is cancelled before its batch starts is never sent`() async throws {
        let group = try await completedGroup(options: .limit(1), .tolerant) { _ in
            InterceptingClient(client).get("first")
            let batch = sender.batch(requests, options: .failFast)
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

    @Test(arguments: [true, false])
    func `a cancelled batch fails its group as a consequence (P1, P2)`(isAwaited: Bool) async {
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

    @Test @MainActor func `a cancelled batch does not wait for the main queue (P2)`() async throws {
        let recorder = EventRecorder()
        let batch = sender.batch(requests, options: .limit(1), .tolerant, .observer(recorder))
        try client.succeed("a")
        batch.cancel()
        // This test occupies the main queue, on which the next request would be issued.
        #expect(recorder.events.count { $0.kind == .entered } == 3)
        #expect(await batch.results().texts == ["ok", Self.cancelled, Self.cancelled])
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
        // A task that is cancelled after the batch has ended still gets the results.
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await batch.results()
        }
        #expect(await late.value.texts == results.texts)
    }
}

@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Reports of batches` {
    let client = ManualClient()
    let queue = DispatchQueue(label: "reports")
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test @MainActor func `a batch calls progress and completion on the main actor`() async throws {
        let (events, main) = (Journal<String>(), QueueMark(.main))
        sender.batch(requests) { progress in
            MainActor.assertIsolated()
            events.append("\(progress.finished) \(main.isCurrent)")
        } completion: { results in
            MainActor.assertIsolated()
            events.append("\(results.texts) \(main.isCurrent)")
        }
        for path in ["a", "b", "c"] { try client.succeed(path) }
        #expect(events.entries.isEmpty)
        #expect(
            await events.waitForFirst(4) == [
                "1 true", "2 true", "3 true", #"["ok", "ok", "ok"] true"#,
            ]
        )
    }

    @Test func `the closures of a batch run in the enclosing group (M5)`() async throws {
        let places = Journal<String?>()
        try await withRequestGroup("page") {
            sender.batch(requests, queue: queue) { _ in
                places.append(RequestGroup.current?.name)
            } completion: { _ in
                places.append(RequestGroup.current?.name)
            }
            for path in ["a", "b", "c"] { try client.succeed(path) }
        }
        #expect(places.entries == Array(repeating: "page", count: 4))
    }

    @Test func `a batch releases the requests that missed its deadline`() async throws {
        let clock = ManualClock()
        let keeping = KeepingSender(sender: sender, living: LiveCount())
        let batch = keeping.batch(requests, options: clock.timeout)
        try client.succeed("a")
        #expect(keeping.living.value == 2)
        await clock.advanceWhenAsleep(by: .seconds(1))
        #expect(await batch.results().count == 3)
        // The thread of the deadline may still retain the last request.
        await yieldWhile { keeping.living.value > 0 }
        withExtendedLifetime(batch) {}
    }

    @Test func `a batch's callbacks may cancel and read the batch and its group`() async throws {
        let known = Locked<RequestBatch<LoadedResponse>?>(nil)
        let calls = Journal<String>()
        let callEverything = { @Sendable (caller: String) in
            guard let batch = known.withLock({ $0 }) else { return }
            _ = (batch.progress, batch.group.progress, batch.group.failures, "\(batch.group)")
            _ = (batch.group.outstanding, batch.group.isCancelled)
            // In the progress closure of the group, entering would call that closure again, without end.
            if caller != "group" { batch.group.enter("another", isOptional: true)?.leave() }
            batch.cancel(at: 2)
            if caller != "own" { batch.cancel() }
            Task { _ = await batch.results() }
            calls.append(caller)
        }
        let plans = requests.map { $0.plan.onCompletion { _ in callEverything("own") } }
        let batch = sender.batch(
            plans,
            options: .onProgress { _ in callEverything("group") },
            queue: queue
        ) { _ in
            callEverything("progress")
        } completion: { _ in
            callEverything("completion")
        }
        known.withLock { $0 = batch }
        for path in ["a", "b"] { for call in client.takeAll(path) { call.succeed() } }
        await calls.waitFor("completion")
        #expect(Set(calls.entries) == ["own", "group", "progress", "completion"])
        #expect(await batch.results()[2].text == "CancellationError")
        known.withLock { $0 = nil }
    }

    @Test func `a batch calls its progress closure once for each request, in order`() async throws {
        let (calls, ended) = (Journal<BatchProgress>(), Gate())
        let paths = (0..<50).map { "\($0)" }
        sender.batch(paths.map(URLRequest.init(path:)), queue: queue) { progress in
            calls.append(progress)
        } completion: { _ in
            ended.open()
        }
        let answers = client.takeAll()
        DispatchQueue.concurrentPerform(iterations: answers.count) { index in
            if index % 5 == 0 { answers[index].fail() } else { answers[index].succeed("12") }
        }
        await ended.waitUntilOpen()
        let entries = calls.entries
        #expect(entries.map(\.finished) == Array(1...50))
        #expect(entries.allSatisfy { $0.total == 50 })
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.failed <= $1.failed })
        #expect(
            zip(entries, entries.dropFirst()).allSatisfy { $0.receivedBytes <= $1.receivedBytes }
        )
        #expect(entries.last?.failed == 10)
        #expect(entries.last?.receivedBytes == 80)
        #expect(entries.last?.expectedBytes == 80)
        #expect(entries.last?.description == "50/50 finished, 10 failed")
    }

    @Test func `a batch never expects fewer bytes than received`() async throws {
        let counting = CountingSender(sender: sender)
        let batch = counting.batch(["a", "b"].map(URLRequest.init(path:)), options: .limit(1))
        // The received part of a body has been decompressed.
        counting.counts.withLock { $0 = ["a": (5, 4), "b": (2, 1)] }
        #expect(batch.progress.expectedBytes == nil)
        try client.succeed("a", with: "12345")
        #expect(batch.progress.expectedBytes == 7)
        counting.counts.withLock { $0["b"] = (2, .max) }
        #expect(batch.progress.expectedBytes == .max)
        try client.fail("b")
        #expect(batch.progress.receivedBytes == 7)
        _ = await batch.results()
        #expect(batch.progress.expectedBytes == 7)
    }

    @Test func `a batch counts the bytes of requests in chains and nested batches`() async throws {
        let a = URLRequest(path: "a")
        let pages = RequestPlan.batch([a, a]).map(\.count)
        let batch = sender.batch([a.plan.map(\.data.count), a.plan.then { _ in pages }])
        for received in [5, 10, 15, 20] as [Int64] {
            try client.succeed("a", with: "12345")
            #expect(batch.progress.receivedBytes == received)
        }
        _ = await batch.results()
        #expect(batch.progress.expectedBytes == 20)
    }

    @Test func `a batch of a session counts the bytes of the response bodies`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let batch = try session.batch(["a", "b"].map(server.request))
        try await server.answer("a", with: "12345")
        _ = await batch.group.progressUpdates.first { $0.finished == 1 }
        #expect(batch.progress.receivedBytes == 5)
        #expect(batch.progress.expectedBytes == nil)
        #expect(batch.progress.finished == 1)
        try await server.answer("b", with: "123")
        _ = await batch.results()
        #expect(batch.progress.receivedBytes == 8)
        #expect(batch.progress.expectedBytes == 8)
    }
}

struct KeepingSender: RequestSender {
    let sender: any RequestSender
    let living: LiveCount

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        let (token, sent) = (living.token(), sender.send(request, completion: completion))
        return CancelHandle {
            token.touch()
            sent.cancel()
        }
    }
}

/// A sender that reports the received bytes of each request.
private final class CountingSender: RequestSender {
    let counts = Locked([String: (received: Int64, expected: Int64?)]())
    private let sender: PathSender

    init(sender: PathSender) { self.sender = sender }

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        let path = request.path
        let sent = sender.send(request, completion: completion)
        let byteCount = { @Sendable [counts] in
            let count = counts.withLock { $0[path] }
            return ByteCount(received: count?.received ?? 0, expected: count.flatMap(\.expected))
        }
        return CancelHandle(byteCount: byteCount, tryCancelling: sent.tryCancelling)
    }
}

@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Progress of batches` {
    let client = ManualClient()
    let queue = DispatchQueue(label: "reports")
    var sender: PathSender { PathSender(client: client) }

    @Test func `a batch calls its progress closure once for each request, in order`() async throws {
        let calls = Journal<BatchProgress>()
        let ended = Gate()
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

    @Test func `received bytes never decrease, and finally equal expected bytes`() async throws {
        let counting = CountingSender(sender: sender)
        let batch = counting.batch(["a", "b", "c"].map(URLRequest.init(path:)))
        #expect(batch.progress.receivedBytes == 0)
        #expect(batch.progress.expectedBytes == nil)
        counting.counts.withLock { $0 = ["a": (3, 4), "b": (10, 1_000), "c": (1, nil)] }
        #expect(batch.progress.receivedBytes == 14)
        #expect(batch.progress.expectedBytes == nil)
        counting.counts.withLock { $0["c"] = (2, 5) }
        #expect(batch.progress.receivedBytes == 15)
        #expect(batch.progress.expectedBytes == 1_009)
        // The decompressed body is longer than its announced length.
        try client.succeed("a", with: "decompressed")
        #expect(batch.progress.receivedBytes == 24)
        #expect(batch.progress.expectedBytes == 1_017)
        try client.fail("b")
        #expect(batch.progress.receivedBytes == 24)
        try client.succeed("c", with: "12345")
        _ = await batch.results()
        let end = batch.progress
        #expect(end.receivedBytes == 24)
        #expect(end.expectedBytes == end.receivedBytes)
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
        try client.succeed("b")
        _ = await batch.results()
    }

    @Test func `a batch counts the bytes of decoded requests, chains and nested batches`()
        async throws
    {
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

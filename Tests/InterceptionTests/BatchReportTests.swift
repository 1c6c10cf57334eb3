@testable import InterceptionTestSupport

/// The queue and the time of a batch's reports, and the objects that it retains.
@Suite(.timeLimit(.ordinary)) struct `Reports of batches` {
    let client = ManualClient()
    let queue = DispatchQueue(label: "reports")
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test @MainActor func `a batch calls progress and completion on the main actor`() async throws {
        let events = Journal<String>()
        let main = QueueMark(.main)
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
}

/// A sender whose handles retain a token.
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

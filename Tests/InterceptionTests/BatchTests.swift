@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Batches` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let queue = DispatchQueue(label: "reports")
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))
    let pair = ["a", "b"].map(URLRequest.init(path:))

    @Test func `a batch calls plan completions, progress and completion in order`() async throws {
        let (events, places, mark) = (Journal<String>(), Journal<Bool>(), QueueMark(queue))
        let plans = ["a", "b"].map { path in
            URLRequest(path: path).plan.onCompletion { result in
                queue.async { events.append("own \(path): \(result.text)") }
            }
        }
        let batch = sender.batch(plans, queue: queue) { progress in
            places.append(mark.isCurrent)
            events.append("\(progress)")
        } completion: { results in
            places.append(mark.isCurrent)
            events.append("all: \(results.texts)")
        }
        try client.fail("b")
        try client.succeed("a")
        _ = await events.waitForFirst(5)
        let expected = [
            "own b: no", "1/2 finished, 1 failed", "own a: ok", "2/2 finished, 1 failed",
            #"all: ["ok", "no"]"#,
        ]
        #expect(events.entries == expected)
        #expect(places.entries == [true, true, true])
        withExtendedLifetime(batch) {}
    }

    @Test func `the results of a batch can be awaited again, even after its end`() async throws {
        let batch = sender.batch(requests)
        async let first = batch.results()
        async let second = batch.results()
        for path in ["a", "b", "c"] { try client.succeed(path, with: path) }
        #expect(await first.texts == ["a", "b", "c"])
        #expect(await second.texts == ["a", "b", "c"])
        #expect(await batch.results().texts == ["a", "b", "c"])
        #expect(batch.progress.finished == 3)
    }

    @Test func `an empty batch completes after the call, unreported (C1, V1)`() async throws {
        let nothing: [URLRequest] = []
        #expect(await sender.batch(nothing).results().isEmpty)
        #expect(try await sender.perform(RequestPlan.batch(nothing)).isEmpty)

        let (ends, recorder) = (Journal<Int>(), EventRecorder())
        queue.suspend()
        let batch = sender.batch(nothing, options: .observer(recorder), queue: queue) { _ in
            Issue.record("The empty batch reported progress.")
        } completion: { results in
            ends.append(results.count)
        }
        #expect(ends.entries.isEmpty)
        queue.resume()
        #expect(await ends.waitForFirst(1) == [0])
        #expect(batch.progress.total == 0)
        #expect(await batch.results().error == nil)
        #expect(recorder.lines == ["opened", "completed"])
    }

    @Test(arguments: [true, false])
    func `a tolerant batch has no error, and fails no group`(hasCompletion: Bool) async throws {
        let ends = Journal<Int>()
        let group = try await completedGroup { _ in
            let batch =
                hasCompletion
                ? sender.batch(requests, options: .tolerant) { ends.append($0.count) }
                : sender.batch(requests, options: .tolerant)
            try client.fail("a", with: "broken")
            try client.succeed("b")
            try client.fail("c", with: "also broken")
            let results = await batch.results()
            #expect(results.error == nil)
            #expect(results.texts == ["broken", "ok", "also broken"])
            #expect(throws: ClientError("broken")) { try results.values() }
            if hasCompletion { #expect(await ends.waitForFirst(1) == [3]) }
        }
        #expect(group.progress == GroupProgress(finished: 1, failed: 0, total: 1))
    }

    @Test func `a detached batch is in no group`() async throws {
        let ends = Journal<String>()
        try await withRequestGroup { group in
            let batch = sender.batch(pair, options: .detached, queue: queue) { _ in
                ends.append("in \(RequestGroup.current?.name ?? "none")")
            }
            group.cancel()
            #expect(group.progress.total == 0)
            #expect(batch.group.parent == nil && !batch.group.isCancelled)
        }
        for path in ["a", "b"] { try client.fail(path) }
        #expect(await ends.waitForFirst(1) == ["in none"])
    }

    @Test func `the description of batch results shows twenty errors and no answers (O3)`() {
        func description(_ results: Result<String, any Error>...) -> String {
            "\(BatchResults(results: results, error: nil))"
        }
        let failure = URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "secret"])
        let mixed = description(
            .success("secret"),
            .failure(failure),
            .failure(NSError(domain: "net", code: 7))
        )
        #expect(mixed == "1 of 3 succeeded\n  #1: NSURLErrorDomain -1001\n  #2: net 7")
        #expect(description(.success("a"), .success("b")) == "2 of 2 succeeded")
        #expect(description() == "0 of 0 succeeded")
        let failed = Array(repeating: Result<Int, any Error>.failure(failure), count: 30)
        let results = BatchResults(results: failed, error: nil)
        let lines = "\(results)".split(separator: "\n")
        #expect(lines.count == 22)
        #expect(lines.last == "  10 more")
        #expect("\([results])" == "[\(results)]")
    }

    @Test func `values() of failed results throws all failures (C2)`() async throws {
        let batch = sender.batch(requests)
        try client.succeed("a")
        for path in ["b", "c"] { try client.fail(path) }
        let results = await batch.results()
        let error = #expect(throws: RequestGroupError.self) { try results.values() }
        #expect(error?.failures.map(\.index) == [1, 2])
    }
}

@Suite(.timeLimit(.minutes(10))) struct `Many requests` {
    @Test
    func `10,000 requests end, with trace headers in a pipeline, and none stays in memory (O4)`()
        async
    {
        // A child process, so that the file descriptors of other tests are not counted.
        await #expect(processExitsWith: .success) {
            let server = try await Server.shared.value
            let run = UUID()
            let url = server.url("headers", run: run)
            var groups = try await Self.load(url, hasPipeline: true)
            groups += try await Self.load(url, hasPipeline: false)
            // The session may not have released its last tasks yet, of at most ten groups of each session.
            #expect(groups.count { isThere in isThere() } <= 20)
            // Client and server must close their file descriptors.
            await server.traffic.closing(of: run)
        }
    }

    /// Sends the requests, and returns for each group a closure that reports whether the group still exists.
    private static func load(_ url: URL, hasPipeline: Bool) async throws -> [@Sendable () -> Bool] {
        let (invalidations, invalidation) = AsyncStream.makeStream(of: Void.self)
        let timeline = RequestTimeline(maximumRequests: 20_000)
        let adapter = TraceHeaders(hosts: ["127.0.0.1"]).adapter
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: InvalidationDelegate(invalidation),
            delegateQueue: nil,
            pipeline: hasPipeline
                ? RequestPipeline(adapters: [adapter], observers: [timeline]) : nil
        )
        let (answers, groups) = (Notes<String>(), Notes<@Sendable () -> Bool>())

        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<250 {
                if number >= 10 { try await tasks.next() }
                tasks.addTask {
                    let options: RequestGroupOption =
                        hasPipeline
                        ? [.observer(timeline), .limit(10)] : []
                    let group = try await withRequestGroup(options: options) { group in
                        for _ in 0..<20 {
                            session.dataTask(with: url) { data, _, _ in
                                answers.append(String(decoding: data ?? Data(), as: UTF8.self))
                            }
                            .resume()
                        }
                        return group
                    }
                    #expect("\(group.progress)" == "20 of 20 finished")
                    groups.append { [weak group] in group != nil }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(answers.entries.count == 5_000)
        let recorded = timeline.recording.groups
        let spans = recorded.flatMap { group in
            group.requests.map { "traceparent: 00-\(group.traceID)-\($0.id)-01" }
        }
        let headers = answers.entries.flatMap { $0.split(separator: "\n") }.map(String.init)
        #expect(headers.filter { $0.hasPrefix("traceparent") }.sorted() == spans.sorted())
        #expect(Set(spans).count == (hasPipeline ? 5_000 : 0))
        #expect(Set(recorded.map(\.traceID)).count == (hasPipeline ? 250 : 0))
        // Each answer lists the header fields of its request.
        #expect(headers.count { $0.lowercased().hasPrefix("user-agent:") } == 5_000)
        session.finishTasksAndInvalidate()
        for await _ in invalidations { break }
        return groups.entries
    }
}

/// A delegate that signals the invalidation of its session.
private final class InvalidationDelegate: NSObject, URLSessionDelegate {
    private let invalidation: AsyncStream<Void>.Continuation

    init(_ invalidation: AsyncStream<Void>.Continuation) { self.invalidation = invalidation }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        invalidation.yield()
    }
}

@Suite(.timeLimit(.minutes(10))) struct `Many requests` {
    @Test func `10,000 requests in groups of 20 all end, and none stays in memory`() async throws {
        // A child process, so that the file descriptors of other tests are not counted.
        await #expect(processExitsWith: .success) {
            let server = try await Server.shared.value
            let run = UUID()
            let groups = try await Self.load(server.url("echo", run: run))
            // The session may not have released its last tasks yet, of at most ten groups at a time.
            #expect(groups.count { isThere in isThere() } <= 10)
            // Client and server must close their file descriptors.
            await server.traffic.closing(of: run)
        }
    }

    /// Sends the requests, and returns for each group a closure that reports whether the group still exists.
    private static func load(_ url: URL) async throws -> [@Sendable () -> Bool] {
        let (invalidations, invalidation) = AsyncStream.makeStream(of: Void.self)
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: InvalidationDelegate(invalidation),
            delegateQueue: nil
        )
        let (answers, groups) = (Notes<Int>(), Notes<@Sendable () -> Bool>())

        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<500 {
                if number >= 10 { try await tasks.next() }
                tasks.addTask {
                    let group = try await withRequestGroup { group in
                        for _ in 0..<20 {
                            session.dataTask(with: url) { data, _, _ in
                                answers.append(data?.count ?? 0)
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
        #expect(answers.entries.count == 10_000)
        #expect(answers.entries.allSatisfy { $0 == "GET ".utf8.count })
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

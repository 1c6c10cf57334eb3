import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct `Many requests` {
    @Test func `20,000 requests in groups of 20 all end, and none stays in memory`() async throws {
        // In a process of its own: the descriptors of other tests are not counted.
        await #expect(processExitsWith: .success) {
            let server = try await Server.shared.value
            let run = UUID()
            let groups = try await Self.load(server.url("echo", run: run))
            // The session may still release the last tasks, of at most ten groups at a time.
            #expect(groups.count { isThere in isThere() } <= 10)
            // Neither end keeps a descriptor.
            await server.traffic.closing(of: run)
        }
    }

    /// Sends the requests, and returns for each group whether it is still there.
    private static func load(_ url: URL) async throws -> [@Sendable () -> Bool] {
        let (invalidations, invalidation) = AsyncStream.makeStream(of: Void.self)
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: InvalidationDelegate(invalidation),
            delegateQueue: nil
        )
        let (answers, groups) = (Notes<Int>(), Notes<@Sendable () -> Bool>())

        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<1_000 {
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
                    #expect(group.progress == GroupProgress(finished: 20, total: 20))
                    groups.append { [weak group] in group != nil }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(answers.entries.count == 20_000)
        #expect(answers.entries.allSatisfy { $0 == "GET ".utf8.count })
        session.finishTasksAndInvalidate()
        for await _ in invalidations { break }
        return groups.entries
    }
}

/// Tells that its session has been invalidated.
private final class InvalidationDelegate: NSObject, URLSessionDelegate {
    private let invalidation: AsyncStream<Void>.Continuation

    init(_ invalidation: AsyncStream<Void>.Continuation) {
        self.invalidation = invalidation
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        invalidation.yield()
    }
}

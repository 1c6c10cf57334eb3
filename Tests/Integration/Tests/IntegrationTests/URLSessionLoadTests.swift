import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct `Many requests` {
    @Test func `20,000 requests in groups of 20, 200 at once: nothing is lost, nothing stays`()
        async throws
    {
        // In a process of its own: what other tests keep meanwhile is no memory of these requests.
        await #expect(processExitsWith: .success) {
            let server = try await Server.shared.value
            let run = UUID()
            let memory = try await Self.load(server.url("echo", run: run))
            // The bare session grows as well; groups that stayed would keep more than this.
            #expect(memory[4] - memory[1] < 16 << 20, "after each fifth: \(memory)")
            // Neither end keeps a descriptor.
            await server.traffic.closing(of: run)
        }
    }

    /// Sends the requests, and returns how much memory was in use after each fifth of them.
    private static func load(_ url: URL) async throws -> [Int] {
        let (invalidations, invalidation) = AsyncStream.makeStream(of: Void.self)
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: InvalidationDelegate(invalidation),
            delegateQueue: nil
        )
        let answers = Notes<Int>()
        var memory: [Int] = []

        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<1_000 {
                if number >= 10 { try await tasks.next() }
                if number > 0, number.isMultiple(of: 200) {
                    memory.append(residentBytes)
                }
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
                }
            }
            try await tasks.waitForAll()
        }
        memory.append(residentBytes)
        #expect(answers.entries.count == 20_000)
        #expect(answers.entries.allSatisfy { $0 == "GET ".utf8.count })
        session.finishTasksAndInvalidate()
        for await _ in invalidations { break }
        return memory
    }

    /// The memory that this process uses; 0 where it is not known.
    private static var residentBytes: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ")
        return (fields?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
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

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Concurrent use of a cache` {
    @Test func `reading on many threads returns a response to the same request or a miss`() throws {
        let (fixture, seed) = (CacheFixture(), UInt64.random(in: 0...UInt64.max))
        // Two independent caches, in a folder that is too small for all entries.
        let caches = (0..<2).map { _ in fixture.cache { $0.maximumSize = 20_000 } }
        let (reads, outcomes) = (CacheReads(), Journal<StoreOutcome>())
        try DispatchQueue.concurrently(8) { thread in
            var random = SeededGenerator(seed: seed &+ UInt64(thread))
            for _ in 0..<300 {
                let cache = caches[Int.random(in: 0...1, using: &random)]
                let key = Int.random(in: 0..<8, using: &random)
                switch Int.random(in: 0..<100, using: &random) {
                case ..<45:
                    let value = SharedValue(key: key, number: .random(in: 0..<50, using: &random))
                    outcomes.append(
                        cache.outcome(ofStoring: try value.response, for: try value.request)
                    )
                case ..<95: try reads.read(key, from: cache)
                case ..<99: cache.remove(for: try SharedValue(key: key, number: 0).request)
                default: cache.removeAll()
                }
            }
        }
        #expect(reads.wrong.entries.isEmpty, "seed \(seed)")
        #expect(Set(reads.misses.entries).isSubset(of: [.absent]), "seed \(seed)")
        #expect(!reads.seen.entries.isEmpty)
        // Emptying the cache removes the files that are being written.
        let allowed: Set<StoreOutcome> = [.stored, .outdated, .notWritten]
        #expect(Set(outcomes.entries).isSubset(of: allowed), "seed \(seed)")
        #expect(fixture.fileNames.allSatisfy { $0.hasSuffix(".response") })
    }

    #if os(macOS) || os(Linux)
    @Test func `two processes read each other's complete responses`() async throws {
        let fixture = CacheFixture(Neighbour.directory("shared", of: getpid()))
        let (neighbour, isOver) = (Neighbour(owner: 0, in: fixture.directory), Gate())
        // A response of the other process stays in the folder, so that even a slow thread reads it.
        let parent = OwnThread {
            try neighbour.run { !isOver.isOpen || ($0 < 100_000 && !neighbour.hasSeenTheOther) }
        }
        // The closure runs in a process of its own, and can capture nothing.
        await #expect(processExitsWith: .success) {
            let neighbour = Neighbour(owner: 1, in: Neighbour.directory("shared", of: getppid()))
            try neighbour.run { $0 < 2_000 || ($0 < 1_000_000 && !neighbour.hasSeenTheOther) }
            try #require(neighbour.reads.wrong.entries.isEmpty)
            try #require(Set(neighbour.reads.misses.entries).isSubset(of: [.absent]))
        }
        isOver.open()
        try await parent.waitUntilEnded()
        #expect(neighbour.hasSeenTheOther)
        #expect(neighbour.reads.wrong.entries.isEmpty)
        #expect(Set(neighbour.reads.misses.entries).isSubset(of: [.absent]))
    }

    @Test func `a response that a full disk rejects removes the older response`() async throws {
        let fixture = CacheFixture(Neighbour.directory("full", of: getpid()))
        let cache = try fixture.filledCache("old")
        await #expect(processExitsWith: .success) {
            // A limit of the file size simulates a full disk for this process.
            var limit = rlimit(rlim_cur: 2_000, rlim_max: 2_000)
            signal(SIGXFSZ, SIG_IGN)
            #if os(macOS)
            try #require(setrlimit(RLIMIT_FSIZE, &limit) == 0)
            #else
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            #endif
            let cache = ResponseCache(
                directory: Neighbour.directory("full", of: getppid()),
                lifetime: .seconds(600)
            )
            let large = try loaded(String(repeating: "x", count: 10_000))
            try #require(cache.outcome(ofStoring: large, for: try request()) == .notWritten)
        }
        #expect(cache.miss(for: try request()) == .absent)
        #expect(fixture.fileNames.isEmpty)
    }
    #endif
}

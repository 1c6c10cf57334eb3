/// One of two processes that use the same folder.
final class Neighbour: Sendable {
    let reads = CacheReads()

    private let owner: Int
    private let cache: ResponseCache

    init(owner: Int, in directory: URL) {
        self.owner = owner
        var configuration = ResponseCache.Configuration()
        configuration.maximumSize = 20_000
        cache = ResponseCache(
            directory: directory,
            lifetime: .seconds(600),
            configuration: configuration
        )
    }

    /// Returns the common directory of a process and its parent, which has this process ID.
    static func directory(_ purpose: String, of process: Int32) -> URL {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("ResponseCacheTests-\(purpose)-\(process)", isDirectory: true)
    }

    var hasSeenTheOther: Bool { reads.seen.entries.contains { $0.owner != owner } }

    /// Reads, stores and removes responses, which also evicts some, while the condition holds.
    func run(while condition: (_ round: Int) -> Bool) throws {
        var random = SeededGenerator(seed: UInt64(owner))
        var round = 0
        while condition(round) {
            let key = Int.random(in: 0..<8, using: &random)
            let number = Int.random(in: 0..<50, using: &random)
            let value = SharedValue(key: key, number: number, owner: owner)
            switch Int.random(in: 0..<20, using: &random) {
            case ..<8: cache.store(try value.response, for: try value.request)
            case ..<19: try reads.read(key, from: cache)
            default: cache.remove(for: try value.request)
            }
            round += 1
        }
    }
}

/// One of two processes that use the same folder.
final class Neighbour: Sendable {
    let sight = Sight()

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

    var hasSeenTheOther: Bool { sight.seen.entries.contains { $0.owner != owner } }

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
            case ..<19: try sight.look(at: key, in: cache)
            default: cache.remove(for: try value.request)
            }
            round += 1
        }
    }
}

/// A process that damages the files of a cache by writes that are not atomic.
struct Vandal {
    private let folder: URL
    private let valid: URL
    private let end: URL

    init(in directory: URL) {
        folder = directory.appendingPathComponent("ResponseCache", isDirectory: true)
        valid = directory.appendingPathComponent("valid", isDirectory: true)
        end = directory.appendingPathComponent("end")
    }

    /// Copies the files, so that ``run()`` can restore them.
    func keepValidFiles() throws { try FileManager.default.copyItem(at: folder, to: valid) }

    /// Ends ``run()`` in the other process.
    func stop() throws { try Data().write(to: end) }

    /// Truncates, refills, extends, exchanges and removes files until `stop()` or its parent's end, and restores
    /// them.
    func run() throws {
        let parent = getppid()
        let names = try FileManager.default.contentsOfDirectory(atPath: valid.path)
        let files = try names.map { try Data(contentsOf: valid.appendingPathComponent($0)) }
        while !FileManager.default.fileExists(atPath: end.path), getppid() == parent {
            for (name, file) in zip(names, files) {
                let target = folder.appendingPathComponent(name)
                try Data().write(to: target)
                try file.write(to: target)
                try (file + Data("more".utf8)).write(to: target)
                try file.prefix(300).write(to: target)
                for other in files { try other.write(to: target) }
                try FileManager.default.removeItem(at: target)
                try file.write(to: target)
            }
        }
    }
}

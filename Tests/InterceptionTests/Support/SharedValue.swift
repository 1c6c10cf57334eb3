import Dispatch
import Foundation
import GroupContext
import Interception
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A response that says itself for which request it is, and whether it is whole.
struct SharedValue: Hashable, Sendable {
    let key: Int
    let number: Int
    /// Which process has stored it.
    var owner = 0

    init(key: Int, number: Int, owner: Int = 0) {
        self.key = key
        self.number = number
        self.owner = owner
    }

    /// Takes a response for what it says to be, or `nil` if any part of it is of another.
    init?(_ loaded: LoadedResponse) throws {
        let numbers = String(
            decoding: loaded.data.prefix { $0 != UInt8(ascii: ":") },
            as: UTF8.self
        )
        .split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(key: numbers[0], number: numbers[1], owner: numbers[2])
        let http = loaded.response as? HTTPURLResponse
        guard loaded.data == Data(body.utf8),
            http?.value(forHTTPHeaderField: "X-Value") == name, try http?.url == request.url
        else { return nil }
    }

    private var name: String { "\(key) \(number) \(owner)" }

    private var body: String { "\(name):\(String(repeating: "\(number),", count: number * 10))" }

    var request: URLRequest {
        get throws { try InterceptionTests.request("https://api.test/\(key)") }
    }

    var response: LoadedResponse {
        get throws { try loaded(body, url: "https://api.test/\(key)", headers: ["X-Value": name]) }
    }
}

/// What was seen in a cache.
struct Sight: Sendable {
    let seen = Journal<SharedValue>()
    let misses = Journal<CacheMiss.Reason>()
    /// Responses that are damaged or of another request.
    let wrong = Journal<String>()

    func look(at key: Int, in cache: ResponseCache) throws {
        let request = try SharedValue(key: key, number: 0).request
        let result = Result { () throws(CacheMiss) in try cache.response(for: request) }
        switch result {
        case .success(let loaded):
            if let value = try SharedValue(loaded), value.key == key {
                seen.append(value)
            } else {
                wrong.append("\(key): \(String(decoding: loaded.data, as: UTF8.self))")
            }
        case .failure(let miss):
            misses.append(miss.reason)
        }
    }
}

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

    /// Where the neighbours meet of which one has this process id, and is the parent of the other.
    static func directory(of process: Int32) -> URL {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("ResponseCacheNeighbours-\(process)", isDirectory: true)
    }

    var hasSeenTheOther: Bool { sight.seen.entries.contains { $0.owner != owner } }

    /// Reads, stores and removes, and so evicts, in each round that the condition allows.
    func run(while condition: @Sendable (_ round: Int) -> Bool) async throws {
        var random = SeededGenerator(seed: UInt64(owner))
        var round = 0
        while condition(round), !Task.isCancelled {
            let key = Int.random(in: 0..<8, using: &random)
            let number = Int.random(in: 0..<50, using: &random)
            let value = SharedValue(key: key, number: number, owner: owner)
            switch Int.random(in: 0..<20, using: &random) {
            case ..<8: cache.store(try value.response, for: try value.request)
            case ..<19: try sight.look(at: key, in: cache)
            default: cache.remove(for: try value.request)
            }
            round += 1
            if round.isMultiple(of: 16) { await Task.yield() }
        }
    }
}

extension DispatchQueue {
    /// Runs the body on so many threads at a time, and throws one of the errors.
    static func concurrently(
        _ count: Int,
        _ body: @Sendable (_ thread: Int) throws -> Void
    ) throws {
        let failure = Locked<(any Error)?>(nil)
        concurrentPerform(iterations: count) { thread in
            do {
                try body(thread)
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

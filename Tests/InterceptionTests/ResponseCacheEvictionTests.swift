import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)))
struct `What a cache has room for` {
    let fixture = CacheFixture()

    /// How many bytes an entry has whose body has a thousand.
    private func entrySize() throws -> Int {
        let other = CacheFixture()
        other.cache().store(try response(), for: try request("https://api.test/0"))
        return other.cache().size
    }

    private func response() throws -> LoadedResponse {
        try loaded(String(repeating: "x", count: 1000), url: "https://api.test/0")
    }

    /// Stores the entries a second apart, each of which has the same size.
    private func store(_ numbers: ClosedRange<Int>, in cache: ResponseCache) throws {
        for number in numbers {
            fixture.now += 1
            let request = try request("https://api.test/\(number)")
            #expect(cache.store(try response(), for: request) == .stored)
        }
    }

    /// Which of the entries are there; it looks at the files only, so that none counts as used.
    private func stored(_ numbers: ClosedRange<Int>) throws -> [Int] {
        let names = fixture.fileNames
        return try numbers.filter { number in
            let other = CacheFixture()
            other.cache().store(try response(), for: try request("https://api.test/\(number)"))
            return names.contains(try other.file().lastPathComponent)
        }
    }

    @Test func `the responses that were not used for longest go first`() throws {
        let limit = try entrySize() * 5
        let cache = fixture.cache { $0.maximumSize = limit }
        try store(1...5, in: cache)
        #expect(try stored(1...5) == [1, 2, 3, 4, 5])

        // A hit is a use, and so is one of an expired response; a miss is none.
        fixture.now += 1
        #expect(cache.miss(for: try request("https://api.test/1")) == nil)
        try store(6...6, in: cache)
        // A tenth is freed beyond the limit: four of five fit.
        #expect(try stored(1...6) == [1, 4, 5, 6])
        #expect(cache.size <= limit)
    }

    @Test func `the size stays below the limit`() throws {
        let limit = try entrySize() * 7
        let cache = fixture.cache { $0.maximumSize = limit }
        for number in 1...50 {
            try store(number...number, in: cache)
            #expect(cache.size <= limit)
        }
        #expect(try stored(1...50).last == 50)
        #expect(try stored(1...50).count >= 6)
    }

    @Test func `storing one request again and again evicts nothing`() throws {
        let limit = try entrySize() * 3
        let cache = fixture.cache { $0.maximumSize = limit }
        try store(1...2, in: cache)
        for _ in 0..<20 { try store(2...2, in: cache) }
        #expect(try stored(1...2) == [1, 2])
    }

    @Test func `what others have stored counts, too`() throws {
        let limit = try entrySize() * 5
        try store(1...5, in: fixture.cache())
        try store(6...6, in: fixture.cache { $0.maximumSize = limit })
        #expect(try stored(1...6) == [3, 4, 5, 6])
    }

    @Test func `a response larger than the cache is not stored`() throws {
        let size = try entrySize()
        let small = fixture.cache { $0.maximumSize = size - 1 }
        let request = try request("https://api.test/1")
        #expect(small.store(try response(), for: request) == .tooLarge)
        #expect(fixture.fileNames.isEmpty)
        let exact = fixture.cache { $0.maximumSize = size }
        #expect(exact.store(try response(), for: request) == .stored)
        #expect(exact.miss(for: request) == nil)
    }

    @Test func `a response that fills nearly all of the cache stays`() throws {
        let limit = try entrySize() + 10
        let cache = fixture.cache { $0.maximumSize = limit }
        for number in 1...3 {
            try store(number...number, in: cache)
            #expect(try stored(1...3) == [number])
        }
    }

    @Test(arguments: [0, -1, .min])
    func `without room nothing is stored`(maximumSize: Int) throws {
        let cache = fixture.cache { $0.maximumSize = maximumSize }
        #expect(cache.store(try response(), for: try request()) == .tooLarge)
    }

    @Test func `what a process left behind that crashed is removed`() throws {
        try FileManager.default.createDirectory(
            at: fixture.folder,
            withIntermediateDirectories: true
        )
        for (name, age) in [("old.partial", 7200.0), ("new.partial", 60), ("old.txt", 7200)] {
            let file = fixture.folder.appendingPathComponent(name)
            try Data("half".utf8).write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - age],
                ofItemAtPath: file.path
            )
        }
        fixture.cache().store(try response(), for: try request())
        #expect(
            fixture.fileNames.filter { !$0.hasSuffix(".response") } == ["new.partial", "old.txt"]
        )
    }
}

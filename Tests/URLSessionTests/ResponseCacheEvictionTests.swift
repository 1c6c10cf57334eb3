@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `The size of a cache` {
    let fixture = CacheFixture()

    /// Returns the size of an entry whose body has a thousand bytes.
    private func entrySize() throws -> Int {
        let other = CacheFixture()
        other.cache().store(try response(), for: try request("https://api.test/0"))
        return other.cache().size
    }

    private func response(_ number: Int = 0) throws -> LoadedResponse {
        try loaded(String(repeating: "x", count: 1000), url: "https://api.test/\(number)")
    }

    /// Stores entries of equal size, one second apart.
    private func store(_ numbers: ClosedRange<Int>, in cache: ResponseCache) throws {
        for number in numbers {
            fixture.now += 1
            let request = try request("https://api.test/\(number)")
            #expect(cache.outcome(ofStoring: try response(number), for: request) == .stored)
        }
    }

    /// Returns the stored entries, by file name only, because reading an entry counts as a use.
    private func stored(_ numbers: ClosedRange<Int>) throws -> [Int] {
        let names = fixture.fileNames
        return try numbers.filter { number in
            let other = CacheFixture()
            other.cache().store(try response(), for: try request("https://api.test/\(number)"))
            return names.contains(try other.file().lastPathComponent)
        }
    }

    @Test func `eviction removes the least recently used responses first`() throws {
        let limit = try entrySize() * 5
        let cache = fixture.cache { $0.maximumSize = limit }
        // The date of the cache's clock counts, not the order of writing.
        fixture.now += 3
        try store(4...5, in: cache)
        fixture.now -= 5
        try store(1...3, in: cache)
        #expect(try stored(1...5) == [1, 2, 3, 4, 5])
        // A hit counts as a use, even of an expired response. A miss does not count.
        fixture.now += 3
        #expect(cache.miss(for: try request("https://api.test/1")) == nil)
        try store(6...6, in: cache)
        // Eviction frees a tenth beyond the limit: four of five entries fit.
        #expect(try stored(1...6) == [1, 4, 5, 6])
        #expect(cache.size <= limit)
    }

    @Test func `storing the response to one request repeatedly evicts nothing`() throws {
        let limit = try entrySize() * 3
        let cache = fixture.cache { $0.maximumSize = limit }
        try store(1...2, in: cache)
        for _ in 0..<20 { try store(2...2, in: cache) }
        #expect(try stored(1...2) == [1, 2])
    }

    @Test func `files of other caches in the folder count for the size limit`() throws {
        let limit = try entrySize() * 5
        try store(1...5, in: fixture.cache())
        let cache = fixture.cache { $0.maximumSize = limit }
        try store(6...6, in: cache)
        #expect(try stored(1...6) == [3, 4, 5, 6])
        try store(7...10, in: fixture.cache())
        try store(11...11, in: cache)
        #expect(try stored(1...11) == [8, 9, 10, 11])
    }

    @Test func `a response larger than the cache is not stored`() throws {
        let size = try entrySize()
        let request = try request("https://api.test/1")
        for maximum in [size - 1, 0, -1, .min] {
            let small = fixture.cache { $0.maximumSize = maximum }
            #expect(small.outcome(ofStoring: try response(1), for: request) == .tooLarge)
        }
        #expect(fixture.fileNames.isEmpty)
        let exact = fixture.cache { $0.maximumSize = size }
        #expect(exact.outcome(ofStoring: try response(1), for: request) == .stored)
        #expect(exact.miss(for: request) == nil)
    }

    @Test func `a response that nearly fills the cache replaces older responses`() throws {
        let limit = try entrySize() + 10
        let cache = fixture.cache { $0.maximumSize = limit }
        for number in 1...3 {
            try store(number...number, in: cache)
            #expect(try stored(1...3) == [number])
        }
    }

    @Test func `the default maximum size of a cache is 50 MB`() {
        #expect(ResponseCache.Configuration().maximumSize == 50_000_000)
    }

    @Test func `storing a response removes old partial files of a crashed process`() throws {
        let files: [(name: String, age: TimeInterval)] = [
            ("a1.partial", 7200), ("a2.partial", 60), ("a3.partial", -60), ("a4.partial", -7200),
            ("a5.partial", 1e9), ("a6.partial", -1e9), ("old.txt", 7200), ("old.partial", 7200),
        ]
        for (name, age) in files { try write(4, to: name, age: age) }
        fixture.cache().store(try response(), for: try request())
        let others = fixture.fileNames.filter { !$0.hasSuffix(".response") }
        #expect(others == ["a2.partial", "a3.partial", "old.partial", "old.txt"])
    }

    @Test func `a large partial file evicts no response`() throws {
        let limit = try entrySize() * 5
        let cache = fixture.cache { $0.maximumSize = limit }
        try store(1...1, in: cache)
        // The date is in the future: above the limit, a partial file counts as abandoned a minute after its date.
        try write(2 * limit, to: "a1.partial", age: -50)
        try store(2...5, in: cache)
        #expect(try stored(1...5) == [1, 2, 3, 4, 5])
        #expect(fixture.fileNames.contains("a1.partial"))
        // The size includes partial files.
        #expect(cache.size == 3 * limit)
        try store(6...6, in: cache)
        #expect(try stored(1...6) == [3, 4, 5, 6])
    }

    @Test func `partial files that exceed the size limit are removed, the oldest first`() throws {
        let limit = try entrySize() * 2
        for number in 1...4 {
            try write(limit / 2, to: "a\(number).partial", age: 100 - Double(number))
        }
        try store(1...1, in: fixture.cache { $0.maximumSize = limit })
        // A process may still be writing the newest files.
        let partial = fixture.fileNames.filter { $0.hasSuffix(".partial") }
        #expect(partial == ["a3.partial", "a4.partial"])
        #expect(try stored(1...1) == [1])
    }

    @Test func `files with other names neither count for the size nor are removed`() throws {
        let limit = try entrySize() * 2
        try store(1...1, in: fixture.cache())
        let digits = String(repeating: "0a", count: 32)
        let names = [
            "letter.response", ".response", "\(digits)0.response",
            "\(digits.uppercased()).response",
            "\(digits).partial", "draft.partial", ".partial", digits, "\(digits).response.txt",
        ]
        for name in names { try write(limit, to: name, age: 7200) }
        let cache = fixture.cache { $0.maximumSize = limit }
        #expect(try cache.size == entrySize())
        try store(2...4, in: cache)
        cache.removeAll()
        #expect(fixture.fileNames == names.sorted())
    }

    @Test func `responses stored while the clock was ahead are evicted first`() throws {
        let limit = try entrySize() * 4
        let cache = fixture.cache { $0.maximumSize = limit }
        fixture.now += 7200
        try store(1...4, in: cache)
        fixture.now -= 7200
        try store(5...8, in: cache)
        #expect(try stored(5...8) == [5, 6, 7, 8])
        #expect(try stored(1...4) == [])
    }

    /// Writes a file of this size in the folder, with a date this many seconds ago.
    private func write(_ count: Int, to name: String, age: TimeInterval) throws {
        let file = fixture.folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: fixture.folder,
            withIntermediateDirectories: true
        )
        try Data(count: count).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date() - age],
            ofItemAtPath: file.path
        )
    }
}

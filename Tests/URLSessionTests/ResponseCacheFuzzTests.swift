@testable import Interception
@testable import InterceptionTestSupport

// A hundred thousand cases take a while under a sanitizer on a busy machine.
@Suite(.timeLimit(.ordinary)) struct `Damaged files of a cache` {
    #if DEBUG
    static let count = 100_000
    #else
    static let count = 300_000
    #endif

    private static let metadata = CacheMetadata(
        key: String(repeating: "0a", count: 32),
        date: 700_000_000.25,
        version: 3,
        appVersion: "1.0+1",
        user: String(repeating: "f0", count: 32),
        variance: nil,
        responseURL: ResponseURL(place: "https://api.test/feed", hasQueryOfRequest: true),
        status: 200,
        headers: ["Content-Type": "text/plain; charset=utf-8"]
    )

    /// Returns a few valid entries, which the tests damage.
    private static func entries() -> [CacheEntry] {
        ["", "body", String(repeating: "longer ", count: 20)]
            .map { CacheEntry(metadata: metadata, body: Data($0.utf8)) }
    }

    private static func parse(_ file: Data) -> CacheEntry? { try? CacheEntry(parsing: file) }

    @Test func `a written cache entry is read unchanged`() throws {
        for entry in Self.entries() {
            let file = try #require(entry.file())
            #expect(Self.parse(file) == entry)
            // A slice of data that does not begin at the start of its memory is read, too.
            #expect(Self.parse((Data([1, 2, 3]) + file).dropFirst(3)) == entry)
        }
    }

    @Test func `a cache file with one changed bit is a miss`() throws {
        for entry in Self.entries() {
            let file = try #require(entry.file())
            for index in file.indices {
                for bit in 0..<8 {
                    var flipped = file
                    flipped[index] ^= 1 << bit
                    let error = #expect(throws: CacheMiss.self) { try CacheEntry(parsing: flipped) }
                    #expect(error?.reason == .corrupted, "bit \(bit) of byte \(index)")
                }
            }
        }
    }

    @Test func `a cache file with a zeroed block or two exchanged blocks is a miss`() throws {
        var random = SeededGenerator(seed: 3)
        let body = Data((0..<4096).map { _ in UInt8.random(in: 1...255, using: &random) })
        let file = try #require(CacheEntry(metadata: Self.metadata, body: body).file())
        for size in [1, 8, 32, 512] {
            let (first, second) = (64..<64 + size, 2048..<2048 + size)
            var zeroed = file
            zeroed.replaceSubrange(first, with: Data(count: size))
            #expect(Self.parse(zeroed) == nil, "zeroed \(size)")
            var exchanged = file
            exchanged.replaceSubrange(first, with: file[second])
            exchanged.replaceSubrange(second, with: file[first])
            #expect(Self.parse(exchanged) == nil, "exchanged \(size)")
        }
    }

    /// Changes that a sum of the words, or of their bits, does not notice.
    @Test func `a cache file is a miss even if its changes cancel out in a checksum`() throws {
        for place in 0..<8 {
            var body = Data(repeating: 0x41, count: 4096)
            body[place] = 0x61
            let file = try #require(CacheEntry(metadata: Self.metadata, body: body).file())
            for distance in [32, 512, 3968] {
                var exchanged = file
                exchanged.swapAt(place, place + distance)
                #expect(Self.parse(exchanged) == nil, "exchanged \(place), \(distance)")
            }
            for places in [[7, 71], Array(stride(from: 7, to: 4096, by: 8))] {
                var changed = file
                for index in places { changed[index] ^= 1 << place }
                #expect(Self.parse(changed) == nil, "bit \(place) of \(places.count) words")
            }
        }
    }

    @Test(arguments: [1, 100, 1 << 31, UInt32.max - 1000])
    func `a cache file whose metadata is longer than the file is a miss`(excess: UInt32) throws {
        let metadata = CacheMetadata.data(of: Self.metadata.texts)
        let file = CacheEntry.file(Data(), metadata, UInt32(metadata.count) + excess)
        let error = #expect(throws: CacheMiss.self) { try CacheEntry(parsing: file) }
        #expect(error?.reason == .corrupted)
    }

    @Test func `a randomly damaged cache file is a miss, unless it equals a written file`() throws {
        let seed = UInt64(2_026)
        var random = SeededGenerator(seed: seed)
        let entries = Self.entries()
        let files = try entries.map { try #require($0.file()) }
        for number in 0..<Self.count {
            let file = Damage.random(to: files, using: &random)
            if let entry = Self.parse(file),
                files.firstIndex(of: file).map({ entries[$0] }) != entry
            {
                Issue.record("seed \(seed), case \(number): \(file.base64EncodedString())")
                return
            }
            if number.isMultiple(of: 1000), Task.isCancelled { break }
        }
    }

    @Test func `damaged metadata with a valid checksum is a plausible response or a miss`() throws {
        let seed = UInt64(2_026)
        var random = SeededGenerator(seed: seed)
        let metadata = CacheMetadata.data(of: Self.metadata.texts)
        let requested = try #require(URL(string: "https://api.test/feed?page=1"))
        var readCounts = (damaged: 0, hostile: 0)
        for number in 0..<Self.count / 10 {
            var damaged = Damage.random(to: [metadata], using: &random)
            let isHostile = Bool.random(using: &random)
            if isHostile { damaged = Damage.hostileMetadata(using: &random) }
            let file = CacheEntry.file(Data("body".utf8), damaged, UInt32(damaged.count))
            do throws(CacheMiss) {
                let entry = try CacheEntry(parsing: file)
                if let response = entry.response(to: requested) {
                    if isHostile { readCounts.hostile += 1 } else { readCounts.damaged += 1 }
                    #expect((200...299).contains(response.statusCode ?? 0))
                    #expect(response.data == Data("body".utf8))
                }
            } catch {
                #expect(
                    error.reason == .invalidMetadata,
                    "seed \(seed), case \(number): \(file.base64EncodedString())"
                )
            }
            if number.isMultiple(of: 1000), Task.isCancelled { break }
        }
        // Some damaged metadata is still readable; otherwise this test would prove nothing.
        #expect(readCounts.damaged > 100)
        #expect(readCounts.hostile > 100)
    }

    @Test(arguments: [
        (0, "2"), (0, "3"), (0, "4"), (2, ""), (2, "null"), (3, "99999999999999999999"), (3, "1.5"),
        (7, "https://[::1/"), (8, ""), (8, "1"), (9, "404"), (9, "206"), (9, "-1"), (9, "1e99"),
        (9, "200\0"),
    ])
    func `a cache file with an invalid text in its metadata is a miss`(
        index: Int,
        text: String
    ) throws {
        let fixture = CacheFixture()
        let cache = try fixture.filledCache()
        let file = try fixture.file()
        var texts = try CacheEntry(parsing: try Data(contentsOf: file)).metadata.texts
        texts[index] = text
        let metadata = CacheMetadata.data(of: texts)
        try CacheEntry.file(Data(), metadata, UInt32(metadata.count)).write(to: file)
        #expect(cache.miss(for: try request()) == .invalidMetadata)
    }
}

/// The damage that disks, crashes and people do to a file.
private enum Damage: CaseIterable {
    case noise, flip, overwrite, cut, append, remove, splice, length, repeated, none

    static func random(to files: [Data], using random: inout SeededGenerator) -> Data {
        var file = files.randomElement(using: &random) ?? Data()
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let damage = allCases.randomElement(using: &random) ?? .none
            damage.apply(to: &file, files, using: &random)
        }
        return file
    }

    private func apply(to file: inout Data, _ files: [Data], using random: inout SeededGenerator) {
        let start = Int.random(in: 0...file.count, using: &random)
        let end = Int.random(in: start...file.count, using: &random)
        switch self {
        case .noise: file = Self.noise(upTo: 200, using: &random)
        case .flip where start < file.count:
            file[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case .overwrite where start < file.count:
            file[start] = UInt8.random(in: 0...255, using: &random)
        case .cut: file = Data(file.prefix(start))
        case .append: file.append(Self.noise(upTo: 20, using: &random))
        case .remove: file.removeSubrange(start..<end)
        case .splice:
            let other = files.randomElement(using: &random) ?? Data()
            file = Data(file.prefix(start)) + other.dropFirst(min(end, other.count))
        case .length where file.count >= CacheEntry.footerCount:
            let lengths: [UInt32] = [0, 1, .max, .max - 1, 1 << 31, (1 << 31) - 1]
            let length = lengths.randomElement(using: &random).map { $0 &+ UInt32(start) } ?? 0
            let place = file.count - CacheEntry.footerCount
            withUnsafeBytes(of: length.bigEndian) {
                file.replaceSubrange(place..<place + 4, with: $0)
            }
        case .repeated: file.append(Data(file[start..<end]))
        default: break
        }
    }

    private static func noise(upTo count: Int, using random: inout SeededGenerator) -> Data {
        Data(
            (0..<Int.random(in: 0...count, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        )
    }

    /// Returns metadata with the right form and absurd values.
    static func hostileMetadata(using random: inout SeededGenerator) -> Data {
        func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
        let numbers = [
            "0", "-1", "1", "200", "299", "1e15", "-1e308", "9223372036854775807", "2.5",
        ]
        let texts = [
            "", "a", ";", "attachment; filename=", "; charset=", "\u{0}", #"text/plain; charset=""#,
            #"attachment; filename="\""#, "\u{1F600}", #"=;=;"=""#, "99999999999999999999999", "-5",
            "https://[::1/", "http://a", "%", String(repeating: "a;", count: 50),
        ]
        let names = ["Content-Type", "Content-Length", "Content-Disposition", "Vary", "", "a b"]
        let headers = (0..<Int.random(in: 0...3, using: &random))
            .flatMap { _ in [pick(names), pick(texts)] }
        return CacheMetadata.data(
            of: [
                "\(CacheMetadata.format)", pick(texts), pick(numbers), pick(numbers), pick(texts),
                "", "", pick(["", pick(texts)]), pick(["true", "false"]),
                pick(numbers + ["200", "200"]),
            ] + headers
        )
    }
}

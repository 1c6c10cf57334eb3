@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `The files of a cache` {
    let fixture = CacheFixture()
    let manager = FileManager.default

    @Test(arguments: [true, false])
    func `only the owner may read the files of a cache`(hasDirectory: Bool) throws {
        if hasDirectory {
            try manager.createDirectory(at: fixture.directory, withIntermediateDirectories: true)
        }
        fixture.cache().store(try loaded(), for: try request())
        #expect(try fixture.permissions(of: fixture.file()) == 0o600)
        #expect(try fixture.permissions(of: fixture.folder) == 0o700)
    }

    @Test func `storing a response makes a folder private that others may enter`() throws {
        try manager.createDirectory(
            at: fixture.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        fixture.cache().store(try loaded(), for: try request())
        #expect(try fixture.permissions(of: fixture.folder) == 0o700)
        #expect(try fixture.permissions(of: fixture.directory) != 0o700)
    }

    @Test func `storing a response creates a removed folder again`() throws {
        let cache = try fixture.filledCache()
        try manager.removeItem(at: fixture.directory)
        try cache.expectReplacing(.absent)
    }

    @Test func `a cache file with the response of another request is a miss`() throws {
        let cache = fixture.cache()
        let other = try request("https://api.test/other")
        cache.store(try loaded(), for: try request())
        let file = try fixture.file()
        let kept = try Data(contentsOf: file)
        cache.removeAll()
        cache.store(try loaded("other"), for: other)
        try kept.write(to: fixture.file())
        #expect(cache.miss(for: other) == .corrupted)
    }

    @Test func `a cache file larger than the size limit is a miss, and is not read`() throws {
        let cache = fixture.cache { $0.maximumSize = 10_000 }
        cache.store(try loaded(), for: try request())
        let handle = try FileHandle(forWritingTo: fixture.file())
        // The file has no blocks on the disk, but reading it would fill the memory.
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        #expect(cache.miss(for: try request()) == .corrupted)
    }

    @Test func `a link in place of a cache file is not followed`() throws {
        let cache = try fixture.filledCache()
        let file = try fixture.file()
        let target = fixture.directory.appendingPathComponent("target")
        try manager.moveItem(at: file, to: target)
        try manager.createSymbolicLink(at: file, withDestinationURL: target)
        let untouched = try Data(contentsOf: target)
        try cache.expectReplacing()
        #expect(try Data(contentsOf: target) == untouched)
    }

    @Test(arguments: [0, 1, 2_000])
    func `a folder in place of a cache file is a miss, and is replaced`(depth: Int) throws {
        let cache = try fixture.filledCache()
        let file = try fixture.file()
        let target = fixture.directory.appendingPathComponent("target")
        try Data("kept".utf8).write(to: target)
        func obstruct() throws {
            try manager.removeItem(at: file)
            try #require(mkdir(file.path, 0o755) == 0)
            // Uses file descriptors, because such a path exceeds the limit of the system.
            var folder = open(file.path, O_RDONLY | O_DIRECTORY)
            for level in 0..<depth {
                try #require(symlinkat(target.path, folder, "link") == 0)
                try #require(mkdirat(folder, "folder", 0o755) == 0)
                let inside = openat(folder, "folder", O_RDONLY | O_DIRECTORY)
                try #require(inside >= 0, "level \(level)")
                close(folder)
                folder = inside
            }
            close(folder)
        }
        try obstruct()
        #expect(cache.miss(for: try request()) == .corrupted)
        #expect(cache.outcome(ofStoring: try loaded(), for: try request()) == .stored)
        #expect(cache.miss(for: try request()) == nil)
        #expect(fixture.fileNames == [file.lastPathComponent])
        try obstruct()
        cache.removeAll()
        #expect(fixture.fileNames.isEmpty)
        #expect(try Data(contentsOf: target) == Data("kept".utf8))
    }

    @Test func `reading a pipe in place of a cache file does not block`() throws {
        let cache = try fixture.filledCache()
        let file = try fixture.file()
        try manager.removeItem(at: file)
        try #require(mkfifo(file.path, 0o600) == 0)
        #expect(cache.miss(for: try request()) == .corrupted)
    }

    @Test func `a file in place of the cache's folder makes every read a miss`() throws {
        let cache = fixture.cache()
        try manager.createDirectory(at: fixture.directory, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: fixture.folder)
        #expect(cache.miss(for: try request()) == .unreadable)
        #expect(cache.outcome(ofStoring: try loaded(), for: try request()) == .notWritten)
        cache.remove(for: try request())
        cache.removeAll()
        #expect(cache.size == 0)
        #expect(try Data(contentsOf: fixture.folder) == Data("mine".utf8))
    }

    #if DEBUG && (os(macOS) || os(Linux))
    @Test func `a response that cannot be stored is reported`() async {
        await #expect(processExitsWith: .success) {
            let messages = Journal<String>()
            DebugConsole.output.withLock { $0 = messages.append }
            let cache = ResponseCache(directory: URL(filePath: "/dev/null"), lifetime: .seconds(60))
            cache.store(try loaded(), for: try request())
            try #require(messages.entries.count == 1)
        }
    }
    #endif

    @Test func `a cache file that may not be read is a miss`() throws {
        let cache = try fixture.filledCache()
        try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: fixture.file().path)
        // The superuser may read every file.
        #expect(cache.miss(for: try request()) == (geteuid() == 0 ? nil : .unreadable))
    }
}

extension ResponseCache {
    /// Expects the stored response to be a miss, and a new response to replace it.
    func expectReplacing(
        _ reason: CacheMiss.Reason = .corrupted,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(miss(for: try request()) == reason, sourceLocation: sourceLocation)
        let outcome = outcome(ofStoring: try loaded("new"), for: try request())
        #expect(outcome == .stored, sourceLocation: sourceLocation)
        #expect(body(for: try request()) == .success("new"), sourceLocation: sourceLocation)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A cache whose files another user of the machine could write` {
    let fixture = CacheFixture()
    let manager = FileManager.default

    @Test(arguments: [0o722, 0o777, 0o1777])
    func `reading from a folder that others may write makes the folder private`(mode: Int) throws {
        let cache = try fixture.filledCache()
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.folder.path)
        #expect(cache.miss(for: try request()) == nil)
        #expect(try fixture.permissions(of: fixture.folder) == 0o700)
    }

    @Test(arguments: [0o602, 0o620, 0o666])
    func `a cache file that others may write is a miss, and is replaced`(mode: Int) throws {
        let cache = try fixture.filledCache("planted")
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.file().path)
        try cache.expectReplacing()
        #expect(try fixture.permissions(of: fixture.file()) == 0o600)
    }

    // Only the superuser can change the owner of a file.
    @Test(.enabled(if: geteuid() == 0))
    func `a cache file of another user is a miss, and is replaced`() throws {
        let cache = try fixture.filledCache("planted")
        try #require(chown(fixture.file().path, 1234, 1234) == 0)
        try cache.expectReplacing()
    }

    @Test(.enabled(if: geteuid() == 0), arguments: CacheUse.allCases)
    func `a cache neither uses nor changes a folder of another user`(use: CacheUse) throws {
        fixture.cache().store(try loaded("planted"), for: try request())
        let (names, data) = (fixture.fileNames, try Data(contentsOf: fixture.file()))
        try #require(chown(fixture.folder.path, 1234, 1234) == 0)
        try use.expectNothing(in: fixture.cache())
        #expect(fixture.fileNames == names)
        #expect(try Data(contentsOf: fixture.file()) == data)
    }
}

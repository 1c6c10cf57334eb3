import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `The files of a cache` {
    let fixture = CacheFixture()
    let manager = FileManager.default

    @Test(arguments: [true, false])
    func `only the owner may read the files`(hasDirectory: Bool) throws {
        if hasDirectory {
            try manager.createDirectory(at: fixture.directory, withIntermediateDirectories: true)
        }
        fixture.cache().store(try loaded(), for: try request())
        #expect(try fixture.permissions(of: fixture.file()) == 0o600)
        #expect(try fixture.permissions(of: fixture.folder) == 0o700)
    }

    @Test func `a folder that others may enter is closed before anything is stored`() throws {
        try manager.createDirectory(
            at: fixture.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        fixture.cache().store(try loaded(), for: try request())
        #expect(try fixture.permissions(of: fixture.folder) == 0o700)
        #expect(try fixture.permissions(of: fixture.directory) != 0o700)
    }

    @Test func `a failed write leaves no file behind`() throws {
        let cache = fixture.cache()
        for number in 0..<5 {
            cache.store(try loaded(), for: try request("https://api.test/\(number)"))
        }
        #expect(fixture.fileNames.count == 5)
        #expect(fixture.fileNames.allSatisfy { $0.hasSuffix(".response") })
    }

    @Test func `a folder that was removed meanwhile is made again`() throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        try manager.removeItem(at: fixture.directory)
        #expect(cache.miss(for: try request()) == .absent)
        #expect(cache.store(try loaded(), for: try request()) == .stored)
        #expect(cache.body(for: try request()) == .success("body"))
    }

    @Test func `the file of another request under this name is a miss`() throws {
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

    @Test(arguments: [
        "", "x", "RGCACHE\n", "\u{0}\u{0}\u{0}\u{0}12345678RGCACHE\n", "<html></html>",
    ])
    func `a foreign file is a miss and is replaced`(text: String) throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        try Data(text.utf8).write(to: fixture.file())
        #expect(cache.miss(for: try request()) == .corrupted)
        #expect(cache.miss(for: try request(), allowingExpired: true) == .corrupted)
        #expect(cache.store(try loaded("new"), for: try request()) == .stored)
        #expect(cache.body(for: try request()) == .success("new"))
    }

    @Test func `a file that was cut off anywhere is a miss`() throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        let file = try fixture.file()
        let whole = try Data(contentsOf: file)
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            #expect(cache.miss(for: try request()) == .corrupted)
        }
        try (whole + [0]).write(to: file)
        #expect(cache.miss(for: try request()) == .corrupted)
        try whole.write(to: file)
        #expect(cache.miss(for: try request()) == nil)
    }

    @Test func `a file larger than the cache is not even read`() throws {
        let cache = fixture.cache { $0.maximumSize = 10_000 }
        cache.store(try loaded(), for: try request())
        let handle = try FileHandle(forWritingTo: fixture.file())
        // It has no blocks on the disk, and would fill the memory.
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        #expect(cache.miss(for: try request()) == .corrupted)
    }

    @Test func `a link in place of a file is not followed`() throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        let file = try fixture.file()
        let target = fixture.directory.appendingPathComponent("target")
        try manager.moveItem(at: file, to: target)
        try manager.createSymbolicLink(at: file, withDestinationURL: target)
        let untouched = try Data(contentsOf: target)
        #expect(cache.miss(for: try request()) == .corrupted)
        #expect(cache.store(try loaded("new"), for: try request()) == .stored)
        #expect(cache.body(for: try request()) == .success("new"))
        #expect(try Data(contentsOf: target) == untouched)
    }

    @Test(arguments: [0, 1, 2_000])
    func `a folder in place of a file is a miss, and is replaced with all that is in it`(
        depth: Int
    ) throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        let file = try fixture.file()
        let target = fixture.directory.appendingPathComponent("target")
        try Data("kept".utf8).write(to: target)
        func obstruct() throws {
            try manager.removeItem(at: file)
            try #require(mkdir(file.path, 0o755) == 0)
            // By descriptors: such a path is longer than the system takes.
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
        #expect(cache.store(try loaded(), for: try request()) == .stored)
        #expect(cache.miss(for: try request()) == nil)
        #expect(fixture.fileNames == [file.lastPathComponent])
        try obstruct()
        cache.removeAll()
        #expect(fixture.fileNames.isEmpty)
        #expect(try Data(contentsOf: target) == Data("kept".utf8))
    }

    @Test func `a pipe in place of a file does not wait for a writer`() throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        let file = try fixture.file()
        try manager.removeItem(at: file)
        try #require(mkfifo(file.path, 0o600) == 0)
        #expect(cache.miss(for: try request()) == .corrupted)
    }

    @Test func `a file in place of the folder makes every read a miss`() throws {
        let cache = fixture.cache()
        try manager.createDirectory(at: fixture.directory, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: fixture.folder)
        #expect(cache.miss(for: try request()) == .unreadable)
        #expect(cache.store(try loaded(), for: try request()) == .notWritten)
        cache.remove(for: try request())
        cache.removeAll()
        #expect(cache.size == 0)
        #expect(try Data(contentsOf: fixture.folder) == Data("mine".utf8))
    }

    @Test func `a folder that cannot be created makes every read a miss`() throws {
        let fixture = CacheFixture(URL(fileURLWithPath: "/dev/null/cache"))
        let cache = fixture.cache()
        #expect(cache.store(try loaded(), for: try request()) == .notWritten)
        #expect(cache.miss(for: try request()) == .unreadable)
        cache.removeAll()
    }

    @Test func `a file that may not be read is a miss`() throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: fixture.file().path)
        // Root may read everything.
        #expect(cache.miss(for: try request()) == (geteuid() == 0 ? nil : .unreadable))
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A cache that another user of the machine could write` {
    let fixture = CacheFixture()
    let manager = FileManager.default

    @Test(arguments: [0o722, 0o777, 0o1777])
    func `a folder that others may write is closed before a file in it is read`(
        mode: Int
    ) throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.folder.path)
        #expect(cache.miss(for: try request()) == nil)
        #expect(try fixture.permissions(of: fixture.folder) == 0o700)
    }

    @Test(arguments: [0o602, 0o620, 0o666])
    func `a file that others may write is a miss, and is replaced`(mode: Int) throws {
        let cache = fixture.cache()
        cache.store(try loaded("planted"), for: try request())
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.file().path)
        #expect(cache.miss(for: try request()) == .corrupted)
        #expect(cache.store(try loaded("own"), for: try request()) == .stored)
        #expect(cache.body(for: try request()) == .success("own"))
        #expect(try fixture.permissions(of: fixture.file()) == 0o600)
    }

    // Only the superuser can make files of others.
    @Test(.enabled(if: geteuid() == 0))
    func `a file of another user is a miss, and is replaced`() throws {
        let cache = fixture.cache()
        cache.store(try loaded("planted"), for: try request())
        try #require(chown(fixture.file().path, 1234, 1234) == 0)
        #expect(cache.miss(for: try request()) == .corrupted)
        #expect(cache.store(try loaded("own"), for: try request()) == .stored)
        #expect(cache.body(for: try request()) == .success("own"))
    }

    @Test(.enabled(if: geteuid() == 0), arguments: CacheUse.allCases)
    func `a folder of another user stays untouched`(use: CacheUse) throws {
        fixture.cache().store(try loaded("planted"), for: try request())
        let (names, data) = (fixture.fileNames, try Data(contentsOf: fixture.file()))
        try #require(chown(fixture.folder.path, 1234, 1234) == 0)
        try use.expectNothing(in: fixture.cache())
        #expect(fixture.fileNames == names)
        #expect(try Data(contentsOf: fixture.file()) == data)
    }
}

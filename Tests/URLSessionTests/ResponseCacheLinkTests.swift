@testable import Interception
@testable import InterceptionTestSupport

enum CacheUse: CaseIterable {
    case read, store, remove, removeAll, measure, evict

    /// Performs the use, and expects to find nothing in the cache.
    func expectNothing(in cache: ResponseCache) throws {
        switch self {
        case .read:
            #expect(cache.miss(for: try request()) == .unreadable)
            #expect(cache.miss(for: try request(), allowingExpired: true) == .unreadable)
        case .store:
            #expect(cache.outcome(ofStoring: try loaded("new"), for: try request()) == .notWritten)
            let other = try request("https://api.test/b")
            #expect(cache.outcome(ofStoring: try loaded(), for: other) == .notWritten)
        case .remove: cache.remove(for: try request())
        case .removeAll: cache.removeAll()
        case .measure: #expect(cache.size == 0)
        case .evict: #expect(cache.folder.evict(limit: 1, now: .distantFuture) == 0)
        }
    }
}

@Suite(.timeLimit(.ordinary)) struct `A link in place of the folder of a cache` {
    let fixture = CacheFixture()
    let manager = FileManager.default

    @Test(arguments: CacheUse.allCases, [true, false])
    func `a cache never uses or alters a link's target`(use: CacheUse, wasUsedBefore: Bool) throws {
        let cache = try fixture.filledCache("old")
        let target = fixture.directory.appendingPathComponent("target")
        try manager.moveItem(at: fixture.folder, to: target)
        try Data("half".utf8).write(to: target.appendingPathComponent("0123.partial"))
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: target.path)
        try manager.createSymbolicLink(at: fixture.folder, withDestinationURL: target)

        let before = try snapshot(of: target)
        try #require(before.count == 3)
        try use.expectNothing(in: wasUsedBefore ? cache : fixture.cache())
        #expect(try snapshot(of: target) == before)
        #expect(try manager.destinationOfSymbolicLink(atPath: fixture.folder.path) == target.path)

        // The folder behind the link is a valid cache: only the link has prevented its use.
        try manager.removeItem(at: fixture.folder)
        try manager.moveItem(at: target, to: fixture.folder)
        #expect(cache.body(for: try request()) == .success("old"))
    }

    @Test(arguments: CacheUse.allCases)
    func `a cache does not create the missing target of a link`(use: CacheUse) throws {
        try manager.createDirectory(at: fixture.directory, withIntermediateDirectories: true)
        let nowhere = fixture.directory.appendingPathComponent("nowhere")
        try manager.createSymbolicLink(at: fixture.folder, withDestinationURL: nowhere)
        try use.expectNothing(in: fixture.cache())
        #expect(!manager.fileExists(atPath: nowhere.path))
    }

    @Test func `a link in the path to the folder is followed`() throws {
        let target = fixture.directory.appendingPathComponent("target")
        try manager.createDirectory(at: target, withIntermediateDirectories: true)
        let link = fixture.directory.appendingPathComponent("link")
        try manager.createSymbolicLink(at: link, withDestinationURL: target)
        let other = CacheFixture(link)
        #expect(other.cache().outcome(ofStoring: try loaded(), for: try request()) == .stored)
        #expect(other.cache().miss(for: try request()) == nil)
        #expect(try manager.contentsOfDirectory(atPath: target.path) == ["ResponseCache"])
    }

    /// Returns all properties of a folder and its files that a cache could change.
    private func snapshot(of folder: URL) throws -> [String: [String]] {
        var snapshot: [String: [String]] = [:]
        for name in try manager.contentsOfDirectory(atPath: folder.path) + ["."] {
            let file = folder.appendingPathComponent(name)
            let attributes = try manager.attributesOfItem(atPath: file.path)
            let kept = [.modificationDate, .posixPermissions, .size].map {
                (key: FileAttributeKey) in "\(attributes[key] ?? "")"
            }
            let data = name == "." ? Data() : try Data(contentsOf: file)
            snapshot[name] = kept + [data.base64EncodedString()]
        }
        return snapshot
    }
}

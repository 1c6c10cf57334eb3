import Foundation
import GroupContext
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Users of cached responses` {
    let fixture = CacheFixture()

    @Test func `a response of another user or of no user is a miss`() throws {
        let cache = fixture.cache()
        let users: [String?] = ["Ann", "Bob", nil, ""]
        for user in users {
            cache.user = user
            cache.store(try loaded("for \(user ?? "nobody")"), for: try request())
            for other in users {
                cache.user = other
                #expect(cache.miss(for: try request()) == (user == other ? nil : .otherUser))
                #expect(
                    cache.miss(for: try request(), allowingExpired: true)
                        == (user == other ? nil : .otherUser)
                )
            }
        }
        #expect(fixture.fileNames.count == 1)
    }

    @Test func `a user is in no file, and leaves other traces in each`() throws {
        let cache = fixture.cache()
        cache.user = "ann@example.com"
        var digests: Set<String> = []
        for path in ["a", "b"] {
            cache.store(try loaded(), for: try request("https://api.test/\(path)"))
        }
        for name in fixture.fileNames {
            let data = try Data(contentsOf: fixture.folder.appendingPathComponent(name))
            let file = String(decoding: data, as: UTF8.self)
            #expect(!file.contains("ann@example.com"))
            #expect(!name.contains("ann"))
            let digest = try #require(file.firstMatch(of: /"user":"([0-9a-f]{64})"/))
            digests.insert(String(digest.1))
        }
        #expect(digests.count == 2)
    }

    @Test func `a response of another version is a miss`() throws {
        let cache = fixture.cache()
        cache.store(try loaded(), for: try request())
        cache.version = 1
        #expect(cache.miss(for: try request()) == .otherVersion)
        cache.version = 0
        #expect(cache.miss(for: try request()) == nil)
    }

    @Test func `a response of another version of the app is a miss`() throws {
        fixture.cache { $0.appVersion = "1.0+1" }.store(try loaded(), for: try request())
        #expect(fixture.cache { $0.appVersion = "1.0+1" }.miss(for: try request()) == nil)
        #expect(
            fixture.cache { $0.appVersion = "1.0+2" }.miss(for: try request()) == .otherAppVersion
        )
    }

    @Test func `a response requested before a log-out is not stored after the log-out`() throws {
        let cache = fixture.cache()
        cache.user = "Ann"
        let epoch = cache.epoch
        #expect(cache.store(try loaded("early"), for: try request(), since: epoch) == .stored)
        cache.user = nil
        cache.removeAll()
        #expect(cache.store(try loaded("late"), for: try request(), since: epoch) == .outdated)
        // Nor is it when she comes back.
        cache.user = "Ann"
        #expect(cache.store(try loaded("late"), for: try request(), since: epoch) == .outdated)
        #expect(fixture.fileNames.isEmpty)
    }

    @Test func `only changing the user or the version, or removing all, ends an epoch`() throws {
        let cache = fixture.cache()
        var epochs = [cache.epoch]
        cache.user = nil
        cache.version = 0
        cache.store(try loaded(), for: try request())
        cache.remove(for: try request())
        #expect(cache.epoch == epochs[0])
        for change in [
            { cache.user = "Ann" }, { cache.version = 1 }, { cache.removeAll() },
        ] {
            change()
            #expect(!epochs.contains(cache.epoch))
            epochs.append(cache.epoch)
        }
    }

    @Test func `a log-out while a response is stored leaves no file behind`() throws {
        // The clock is asked between the look at the user and the writing of the file.
        let logOut = Actions()
        let cache = fixture.cache { configuration in
            configuration.now = {
                logOut.run()
                return Date(timeIntervalSinceReferenceDate: 0)
            }
        }
        cache.user = "Ann"
        logOut.set { cache.user = nil }
        #expect(cache.store(try loaded(), for: try request()) == .outdated)
        #expect(fixture.fileNames.isEmpty)
    }

    /// Something to do once, from within a closure that was made before.
    private final class Actions: Sendable {
        private let action = Locked<(@Sendable () -> Void)?>(nil)

        func set(_ action: @escaping @Sendable () -> Void) {
            self.action.withLock { $0 = action }
        }

        func run() {
            let action = action.withLock { action in
                defer { action = nil }
                return action
            }
            action?()
        }
    }
}

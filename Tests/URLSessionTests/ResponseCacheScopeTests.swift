@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Users of cached responses` {
    let fixture = CacheFixture()

    @Test func `a response of another user or of no user is a miss`() throws {
        let cache = fixture.cache()
        let users: [String?] = ["Ann", "Bob", nil, ""]
        for user in users {
            cache.user = user
            cache.store(try loaded("for \(user ?? "nobody")"), for: try request())
            for other in users {
                cache.user = other
                let reason: CacheMiss.Reason? = user == other ? nil : .otherUser
                #expect(cache.miss(for: try request()) == reason)
                #expect(cache.miss(for: try request(), allowingExpired: true) == reason)
            }
        }
        #expect(fixture.fileNames.count == 1)
    }

    @Test func `cache files contain a digest of the user that differs in each file`() throws {
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
            let digest = try #require(file.firstMatch(of: /([0-9a-f]{64})\0\0/))
            digests.insert(String(digest.1))
        }
        #expect(digests.count == 2)
    }

    @Test func `a response stored while the cache had another version is a miss`() throws {
        let cache = try fixture.filledCache()
        cache.version = 1
        #expect(cache.miss(for: try request()) == .otherVersion)
        cache.version = 0
        #expect(cache.miss(for: try request()) == nil)
    }

    @Test func `a response stored by another version of the app is a miss`() throws {
        fixture.cache { $0.appVersion = "1.0+1" }.store(try loaded(), for: try request())
        #expect(fixture.cache { $0.appVersion = "1.0+1" }.miss(for: try request()) == nil)
        #expect(
            fixture.cache { $0.appVersion = "1.0+2" }.miss(for: try request()) == .otherAppVersion
        )
    }

    @Test func `the epoch of a cache changes only with user, version or removeAll`() throws {
        let cache = fixture.cache()
        var epochs = [cache.epoch]
        cache.user = nil
        cache.version = 0
        cache.store(try loaded(), for: try request())
        cache.remove(for: try request())
        #expect(cache.epoch == epochs[0])
        let changes = [
            { cache.user = "Ann" }, { cache.version = 1 }, { cache.removeAll() },
            // Earlier users return: none, then Ann.
            { cache.user = nil }, { cache.user = "Ann" },
        ]
        for change in changes {
            change()
            #expect(!epochs.contains(cache.epoch))
            epochs.append(cache.epoch)
        }
        for old in epochs.dropLast() {
            let outcome = cache.outcome(ofStoring: try loaded(), for: try request(), since: old)
            #expect(outcome == .outdated)
        }
    }

    @Test func `changing the user while a response is stored leaves no file behind`() throws {
        // The clock is read between reading the user and writing the file.
        let logOut = Locked<(@Sendable () -> Void)?>(nil)
        let cache = fixture.cache { configuration in
            configuration.now = {
                logOut.withLock { $0.take() }?()
                return Date(timeIntervalSinceReferenceDate: 0)
            }
        }
        cache.user = "Ann"
        logOut.withLock { $0 = { cache.user = nil } }
        #expect(cache.outcome(ofStoring: try loaded(), for: try request()) == .outdated)
        #expect(fixture.fileNames.isEmpty)
    }
}

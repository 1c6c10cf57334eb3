@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Responses that a cache stores, and for whom` {
    let fixture = CacheFixture()

    @Test(arguments: [100, 199, 200, 201, 203, 204, 206, 299, 300, 304, 404, 500])
    func `only responses with a successful and not partial status are stored`(status: Int) throws {
        let isStored = [200, 201, 203, 204, 299].contains(status)
        let response = try loaded(status: status)
        let outcome = fixture.cache().outcome(ofStoring: response, for: try request())
        #expect(outcome == (isStored ? .stored : .notSuccessful))
        #expect(fixture.fileNames.count == (isStored ? 1 : 0))
    }

    @Test func `responses of other protocols than HTTP are not stored`() throws {
        let loaded = LoadedResponse(text: "hello")
        #expect(fixture.cache().outcome(ofStoring: loaded, for: try request()) == .notSuccessful)
    }

    @Test(arguments: ["POST", "PUT", "HEAD", "DELETE", "get"])
    func `a single lifetime for all requests applies to GET requests only`(method: String) throws {
        let cache = fixture.cache()
        // `URLRequest` changes the case of some methods.
        let request = try request(method: method)
        let isGet = request.httpMethod == "GET"
        #expect((cache.outcome(ofStoring: try loaded(), for: request) == .stored) == isGet)
        #expect(cache.miss(for: request) == (isGet ? nil : .notCacheable))
    }

    @Test func `a request with a body stream is not cached`() throws {
        let cache = fixture.cacheOfAll()
        var request = try request(method: "POST")
        request.httpBodyStream = InputStream(data: Data("body".utf8))
        #expect(cache.outcome(ofStoring: try loaded(), for: request) == .notCacheable)
        #expect(cache.miss(for: request) == .notCacheable)
    }

    @Test func `a range request is not cached`() throws {
        let cache = fixture.cache()
        let part = try request(headers: ["range": "bytes=0-9"])
        #expect(cache.outcome(ofStoring: try loaded(), for: part) == .notCacheable)
        cache.store(try loaded(), for: try request())
        #expect(cache.miss(for: part) == .notCacheable)
    }

    static let noStore = [
        "no-store", "NO-STORE", "No-Store, max-age=60", "max-age=60,no-store",
        "private , \t no-store\t", "extension=\"a, b\", no-store", "no-store=\"field\"",
        "extension=\"never ends, no-store", "extension=\"\\\", no-store, \\\"\" , no-store",
    ]

    @Test(arguments: noStore, [true, false])
    func `no-store prevents storing unless it is ignored`(value: String, isRequest: Bool) throws {
        let headers = ["cache-control": value]
        let request = try request(headers: isRequest ? headers : [:])
        let response = try loaded(headers: isRequest ? [:] : headers)
        #expect(fixture.cache().outcome(ofStoring: response, for: request) == .noStore)
        #expect(fixture.fileNames.isEmpty)
        let stubborn = fixture.cache { $0.storesNoStore = true }
        #expect(stubborn.outcome(ofStoring: response, for: request) == .stored)
    }

    @Test(arguments: [
        "", ",", "no-storage", "xno-store", "max-age=60", "no-cache", "private",
        "extension=\"a, no-store, b\"", "extension=\"\\\", no-store, \\\"\"", "extension=no-store",
    ])
    func `Cache-Control without no-store does not prevent storing`(value: String) throws {
        let response = try loaded(headers: ["Cache-Control": value])
        #expect(fixture.cache().outcome(ofStoring: response, for: try request()) == .stored)
    }

    @Test func `a request with other values of the fields in Vary is a miss`() throws {
        let cache = fixture.cache()
        let languages = try ["de", "fr"].map { try request(headers: ["accept-language": $0]) }
        let response = try loaded("deutsch", headers: ["vary": "Origin, Accept-Language"])
        cache.store(response, for: languages[0])
        #expect(cache.body(for: languages[0]) == .success("deutsch"))
        #expect(cache.miss(for: languages[1]) == .otherHeaders)
        #expect(cache.miss(for: try request()) == .otherHeaders)
        #expect(
            cache.miss(for: try request(headers: ["Accept-Language": "de", "X-Other": "1"])) == nil
        )
    }

    @Test func `a response that varies by everything is not stored`() throws {
        let response = try loaded(headers: ["Vary": "Origin, *"])
        #expect(fixture.cache().outcome(ofStoring: response, for: try request()) == .varies)
    }

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

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Reading a cache` {
    let fixture = CacheFixture()

    @Test func `a response is read as it was stored, without its cookies`() throws {
        let cache = fixture.cache()
        let stored = try loaded(
            "some text",
            status: 203,
            url: "https://api.test/moved",
            headers: ["Content-Type": "text/plain", "Set-Cookie": "a=b", "SET-COOKIE2": "c=d"]
        )
        #expect(cache.outcome(ofStoring: stored, for: try request()) == .stored)

        let read = try cache.response(for: try request())
        let response = try #require(read.response as? HTTPURLResponse)
        #expect(read.data == stored.data)
        #expect(response.statusCode == 203)
        #expect(response.url == stored.response.url)
        #expect(response.value(forHTTPHeaderField: "content-type") == "text/plain")
        #expect(response.mimeType == "text/plain")
        #expect(response.allHeaderFields.count == 1)
        let file = String(decoding: try Data(contentsOf: fixture.file()), as: UTF8.self)
        #expect(!file.lowercased().contains("cookie"))
    }

    @Test func `reading an empty cache is a miss, and creates no folder`() throws {
        #expect(fixture.cache().miss(for: try request()) == .absent)
        #expect(!FileManager.default.fileExists(atPath: fixture.directory.path))
    }

    @Test func `removing one response keeps the responses of other requests`() throws {
        let cache = fixture.cache()
        let other = try request("https://api.test/other")
        cache.store(try loaded(), for: try request())
        cache.store(try loaded("other"), for: other)
        cache.remove(for: try request())
        #expect(cache.miss(for: try request()) == .absent)
        #expect(cache.body(for: other) == .success("other"))
    }

    @Test func `the description of a miss has a reason, and nothing of the request`() throws {
        let cache = fixture.cache { $0.storesAuthorizedRequests = true }
        let secret = try request("https://user:secret@api.test/secret?token=secret")
        cache.user = "secret"
        cache.store(try loaded("secret"), for: secret)
        fixture.now += 61
        let error = #expect(throws: CacheMiss.self) { try cache.response(for: secret) }
        let miss = try #require(error)
        #expect(
            "\(miss)"
                == "the cached response has expired: its age is 61.0 seconds, and its lifetime 60.0 seconds"
        )
        #expect(miss.age == .seconds(61))
        #expect(miss.lifetime == .seconds(60))
        #expect(miss.localizedDescription == "\(miss)")

        let ranged = try request("https://api.test/secret", headers: ["Range": "bytes=1-"])
        let other = #expect(throws: CacheMiss.self) { try cache.response(for: ranged) }
        #expect(try #require(other).description == "the request is not cached: it requests a range")
    }
}

@Suite(.timeLimit(.ordinary)) struct `Lifetime of cached responses` {
    let fixture = CacheFixture()

    @Test(arguments: [
        0, 1, 59.5, 60, 60.001, 61, 1e9, 1e30, .infinity, .nan, -0.001, -1, -1e9, -1e30, -.infinity,
    ])
    func `a response is valid up to its lifetime unless dated in the future`(age: Double) throws {
        let cache = try fixture.filledCache()
        fixture.now += age
        let miss = (0...60).contains(age) ? nil : CacheMiss.Reason.expired
        #expect(cache.miss(for: try request()) == miss)
        if age < 0 {
            let error = #expect(throws: CacheMiss.self) { try cache.response(for: request()) }
            #expect(try #require(error?.age) < .zero)
        }
        #expect(cache.body(for: try request(), allowingExpired: true) == .success("body"))
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `with no positive lifetime responses are only removed`(lifetime: Duration) throws {
        fixture.cache().store(try loaded(), for: try request())
        let cache = fixture.cache(lifetime: lifetime)
        #expect(cache.miss(for: try request()) == .notCacheable)
        #expect(cache.miss(for: try request(), allowingExpired: true) == .notCacheable)
        let other = try request("https://api.test/other")
        #expect(cache.outcome(ofStoring: try loaded(), for: other) == .notCacheable)
        #expect(fixture.fileNames.count == 1)
        cache.store(try loaded(), for: try request())
        #expect(fixture.fileNames.isEmpty)
        fixture.cache().store(try loaded(), for: try request())
        cache.remove(for: try request())
        #expect(fixture.fileNames.isEmpty)
    }

    @Test func `storing a response again begins a new lifetime, and reading does not`() throws {
        let cache = try fixture.filledCache("old")
        fixture.now += 50
        cache.store(try loaded("new"), for: try request())
        fixture.now += 50
        #expect(cache.body(for: try request()) == .success("new"))
        fixture.now += 50
        #expect(cache.miss(for: try request()) == .expired)
    }

    @Test func `a closure can give each request its own lifetime`() throws {
        let cache = ResponseCache(
            directory: fixture.directory,
            configuration: fixture.configuration()
        ) { request in
            switch request.url?.path {
            case "/long": .seconds(100)
            case "/short": .seconds(10)
            default: nil
            }
        }
        let requests = try ["long", "short", "never"].map { try request("https://api.test/\($0)") }
        let outcomes = try requests.map { cache.outcome(ofStoring: try loaded(), for: $0) }
        #expect(outcomes == [.stored, .stored, .notCacheable])
        fixture.now += 50
        #expect(requests.map { cache.miss(for: $0) } == [nil, .expired, .notCacheable])
    }

    @Test func `a response can be stored at extreme dates, but not at an infinite date`() throws {
        let cache = fixture.cache()
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -1e18)] {
            fixture.now = date
            #expect(cache.outcome(ofStoring: try loaded(), for: try request()) == .stored)
            #expect(cache.miss(for: try request()) == nil)
        }
        fixture.now = Date(timeIntervalSince1970: .infinity)
        #expect(cache.outcome(ofStoring: try loaded(), for: try request()) == .notWritten)
    }
}

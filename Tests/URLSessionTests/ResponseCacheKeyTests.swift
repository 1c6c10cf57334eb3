@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Keys and URLs of cached responses` {
    let fixture = CacheFixture()

    /// Returns whether the response of the second request is returned for the first request.
    private func share(
        _ first: URLRequest,
        _ second: URLRequest,
        in cache: ResponseCache
    ) throws -> Bool {
        cache.removeAll()
        try #require(cache.outcome(ofStoring: try loaded(), for: second) == .stored)
        return cache.miss(for: first) == nil
    }

    @Test func `requests that differ in URL, method, body or header differ in cache keys`() throws {
        let cache = fixture.cacheOfAll {
            $0.keyHeaders = ["X-Tenant"]
            $0.storesAuthorizedRequests = true
        }
        let requests = try [
            request("https://api.test/feed"), request("http://api.test/feed"),
            request("https://api.test:8443/feed"), request("https://other.test/feed"),
            request("https://ann@api.test/feed"), request("https://api.test/feed/"),
            request("https://api.test/Feed"), request("https://api.test/feed?"),
            request("https://api.test/feed?page=1"), request("https://api.test/feed?page=2"),
            request("https://api.test/feed?page=1&size=2"),
            request("https://api.test/feed?size=2&page=1"),
            request("https://api.test/feed?page=%31"),
            request("https://api.test/feed", method: "POST"),
            request("https://api.test/feed", method: "HEAD"),
            request("https://api.test/feed", method: "POST", body: "page=1"),
            request("https://api.test/feed", method: "POST", body: "page=2"),
            request("https://api.test/feed", method: "PUT", body: "page=1"),
            request("https://api.test/feed", headers: ["X-Tenant": ""]),
            request("https://api.test/feed", headers: ["X-Tenant": "1"]),
            request("https://api.test/feed", headers: ["X-Tenant": "2"]),
        ]
        for (index, request) in requests.enumerated() {
            #expect(cache.outcome(ofStoring: try loaded("\(index)"), for: request) == .stored)
        }
        for (index, request) in requests.enumerated() {
            #expect(cache.body(for: request) == .success("\(index)"))
        }
        #expect(fixture.fileNames.count == requests.count)
    }

    @Test func `moving text between components of a cache key changes the key`() throws {
        let cache = fixture.cacheOfAll { $0.keyHeaders = ["A", "B"] }
        let body = try request("https://api.test/a", method: "POST", body: "b")
        let path = try request("https://api.test/ab", method: "POST", body: "")
        #expect(try !share(body, path, in: cache))
        let both = try request(headers: ["A": "1", "B": "2"])
        #expect(try !share(request(headers: ["A": "12"]), both, in: cache))
        #expect(try !share(request(headers: ["A": "1"]), request(headers: ["B": "1"]), in: cache))
    }

    @Test func `fragments and unlisted header fields do not change the cache key`() throws {
        let cache = fixture.cache { $0.keyHeaders = ["X-Tenant"] }
        let bare = try request("https://api.test/feed")
        for fragment in ["#top", "#end?", "#"] {
            let other = try request("https://api.test/feed" + fragment, headers: ["X-Trace": "1"])
            #expect(try share(bare, other, in: cache))
        }
    }

    @Test func `a cache key distinguishes case in a header's value, not in its name`() throws {
        let cache = fixture.cache { $0.keyHeaders = ["x-TENANT", "X-Tenant"] }
        let tenant = try request(headers: ["X-Tenant": "a"])
        #expect(try share(tenant, request(headers: ["x-tenant": "a"]), in: cache))
        #expect(try !share(tenant, request(headers: ["X-Tenant": "A"]), in: cache))
    }

    static let ignored = [
        "page=1&t=2", "t=2&page=1", "t=1&page=1&t=2", "page=1&t", "page=1&%74=2", "page=1&t=%26",
        "t=a=b&page=1", "page=1#t",
    ]

    @Test(arguments: ignored + ["page=2&t=1", "t=page=1", "page=1&T=1", "page=1&tt=1", "page=1&"])
    func `a query item changes the cache key unless it is ignored`(query: String) throws {
        let cache = fixture.cache { $0.ignoredQueryItems = ["t"] }
        let plain = try request("https://api.test/feed?page=1")
        let isShared = try share(request("https://api.test/feed?\(query)"), plain, in: cache)
        #expect(isShared == Self.ignored.contains(query))
    }

    @Test func `the cache key of a query with only ignored items equals that of no query`() throws {
        let cache = fixture.cache { $0.ignoredQueryItems = ["t", "a b"] }
        let bare = try request("https://api.test/feed")
        #expect(try share(request("https://api.test/feed?t=1"), bare, in: cache))
        #expect(try share(request("https://api.test/feed?a%20b=1&t=1#x"), bare, in: cache))
    }

    @Test func `a closure can normalize the body in a cache key`() throws {
        let cache = fixture.cacheOfAll { configuration in
            configuration.keyBody = { Data($0.prefix { $0 != UInt8(ascii: "@") }) }
        }
        let bodies = try ["a@1", "a@2", "b@1"].map { try request(method: "POST", body: $0) }
        #expect(try share(bodies[0], bodies[1], in: cache))
        #expect(try !share(bodies[0], bodies[2], in: cache))
    }

    @Test func `a relative URL has the same cache key as its absolute URL`() throws {
        let base = try #require(URL(string: "https://api.test/v1/"))
        let relative = URLRequest(url: try #require(URL(string: "feed", relativeTo: base)))
        #expect(try share(relative, request("https://api.test/v1/feed"), in: fixture.cache()))
    }

    @Test(arguments: [
        "https://api.test/../../../../etc/passwd", "https://api.test/%2e%2e%2f%2e%2e%2fetc",
        "https://api.test/%00", "https://api.test/\(String(repeating: "a", count: 5000))",
    ])
    func `the file name of a response does not contain its URL`(url: String) throws {
        let cache = fixture.cache()
        #expect(cache.outcome(ofStoring: try loaded(), for: try request(url)) == .stored)
        #expect(cache.body(for: try request(url)) == .success("body"))
        let name = try fixture.file().lastPathComponent
        #expect(name.wholeMatch(of: /[0-9a-f]{64}\.response/) != nil)
        let other = try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path)
        #expect(other == ["ResponseCache"])
    }

    /// Returns the URL of a response that was stored with the first URL, and read for the second URL.
    private func url(of response: String, for requested: String) throws -> String? {
        let cache = fixture.cache { $0.storesAuthorizedRequests = true }
        let request = try request(requested)
        #expect(cache.outcome(ofStoring: try loaded(url: response), for: request) == .stored)
        let file = String(decoding: try Data(contentsOf: fixture.file()), as: UTF8.self)
        #expect(!file.contains("secret"), "\(file)")
        return try cache.response(for: request).response.url?.absoluteString
    }

    @Test(arguments: [
        "https://api.test/feed?token=secret", "https://api.test?token=secret",
        "https://api.test:8080/a%20b?q=%20secret#part", "https://ann:secret@api.test/feed",
        "http://[::1]/feed?secret",
    ])
    func `a cached response has the complete URL of its request, whose secrets are in no file (O3)`(
        url: String
    ) throws { #expect(try self.url(of: url, for: url) == url) }

    @Test(arguments: [
        // The query is kept, as after a redirect to another name of the server.
        (
            "https://www.api.test/feed?token=secret", "http://api.test/feed?token=secret",
            "https://www.api.test/feed?token=secret"
        ),
        (
            "https://api.test/?token=%20secret", "https://api.test?token=%20secret",
            "https://api.test/?token=%20secret"
        ),
        ("https://api.test/new", "https://api.test/old", "https://api.test/new"),
        // Another query is not kept.
        (
            "https://api.test/new?once=secret", "https://api.test/old?token=secret",
            "https://api.test/new"
        ),
        ("https://api.test/new?once=secret", "https://api.test/old", "https://api.test/new"),
        ("https://api.test/new", "https://api.test/old?token=secret", "https://api.test/new"),
        ("https://ann:secret@api.test/new#secret", "https://api.test/old", "https://api.test/new"),
        (
            "https://api.test:8080/a%20b?secret", "https://api.test/old",
            "https://api.test:8080/a%20b"
        ),
    ])
    func `after a redirect, the stored URL has a query only if the request has the same query (O3)`(
        response: String,
        request: String,
        shown: String
    ) throws { #expect(try url(of: response, for: request) == shown) }

    @Test func `a cached response has the query of the request that reads it (O3)`() throws {
        let cache = fixture.cache { $0.ignoredQueryItems = ["t"] }
        let old = "https://api.test/feed?t=1"
        cache.store(try loaded(url: old), for: try request(old))
        let read = try cache.response(for: try request("https://api.test/feed?t=2"))
        #expect(read.response.url?.absoluteString == "https://api.test/feed?t=2")
    }

    @Test func `the URL of a response to a relative request is absolute`() throws {
        let cache = fixture.cache()
        let base = try #require(URL(string: "https://api.test/v1/"))
        let url = try #require(URL(string: "feed?token=secret", relativeTo: base))
        cache.store(try loaded(url: url.absoluteString), for: URLRequest(url: url))
        let read = try cache.response(for: URLRequest(url: url))
        #expect(read.response.url?.absoluteString == "https://api.test/v1/feed?token=secret")
    }

    @Test func `the relative URL of a response is stored as an absolute URL`() throws {
        let cache = fixture.cache()
        let base = try #require(URL(string: "https://api.test/v1/"))
        let url = try #require(URL(string: "moved", relativeTo: base))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        )
        cache.store(LoadedResponse(data: Data(), response: response), for: try request())
        let read = try cache.response(for: try request())
        #expect(read.response.url?.absoluteString == "https://api.test/v1/moved")
    }

    @Test func `a cache file of an older format is a miss, and is replaced`() throws {
        let cache = try fixture.filledCache()
        var entry = try CacheEntry(parsing: try Data(contentsOf: fixture.file()))
        entry.metadata.format = 1
        try #require(entry.file()).write(to: fixture.file())
        try cache.expectReplacing(.invalidMetadata)
        #expect(fixture.fileNames.count == 1)
    }
}

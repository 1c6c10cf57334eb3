@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `The URL of a cached response` {
    let fixture = CacheFixture()

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
        (
            "https://ann:secret@api.test/new#secret", "https://api.test/old",
            "https://api.test/new"
        ),
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

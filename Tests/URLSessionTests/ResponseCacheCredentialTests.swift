@testable import InterceptionTestSupport

let credentialFields = ["Authorization", "Cookie", "Proxy-Authorization"]

@Suite(.timeLimit(.ordinary)) struct `Credentials of cached responses` {
    let fixture = CacheFixture()

    @Test(arguments: credentialFields)
    func `a request with credentials is cached only if that is configured`(field: String) throws {
        let cache = fixture.cache()
        for name in [field, field.lowercased(), field.uppercased()] {
            let personal = try request(headers: [name: "of a"])
            #expect(cache.outcome(ofStoring: try loaded("private"), for: personal) == .notCacheable)
            cache.store(try loaded("public"), for: try request())
            #expect(cache.miss(for: personal) == .notCacheable)
            #expect(cache.miss(for: personal, allowingExpired: true) == .notCacheable)
            // The description names the field, and not its value.
            let error = #expect(throws: CacheMiss.self) { try cache.response(for: personal) }
            let description = "the request is not cached: it has credentials in the field \(field)"
            #expect(error?.description == description)
        }
        let asked = fixture.cache { $0.storesAuthorizedRequests = true }
        let personal = try request(headers: [field: "of a"])
        #expect(asked.miss(for: personal) == .absent)
        #expect(asked.outcome(ofStoring: try loaded("private"), for: personal) == .stored)
        #expect(asked.body(for: personal) == .success("private"))
        #expect(asked.body(for: try request()) == .success("public"))
    }

    @Test(arguments: ["ada:secret@", "ada@", ":secret@", "@"])
    func `credentials in a URL are cached only if that is configured`(credentials: String) throws {
        let cache = fixture.cache()
        let personal = try request("https://\(credentials)api.test/feed")
        #expect(cache.outcome(ofStoring: try loaded("private"), for: personal) == .notCacheable)
        let error = #expect(throws: CacheMiss.self) { try cache.response(for: personal) }
        #expect(error?.description == "the request is not cached: it has credentials in its URL")
        let asked = fixture.cache { $0.storesAuthorizedRequests = true }
        #expect(asked.outcome(ofStoring: try loaded("private"), for: personal) == .stored)
        #expect(asked.body(for: personal) == .success("private"))
        #expect(asked.miss(for: try request("https://api.test/feed")) == .absent)
        let file = String(decoding: try Data(contentsOf: fixture.file()), as: UTF8.self)
        #expect(!file.contains("secret"))
    }

    @Test func `a request with credentials in the base of its relative URL is not cached`() throws {
        let base = try #require(URL(string: "https://ada:secret@api.test/v1/"))
        let relative = URLRequest(url: try #require(URL(string: "feed", relativeTo: base)))
        #expect(fixture.cache().miss(for: relative) == .notCacheable)
    }

    @Test(arguments: credentialFields)
    func `a cache separates responses by its user, or else by credentials`(field: String) throws {
        let cache = fixture.cache { $0.storesAuthorizedRequests = true }
        let requests = try ["a", "b", "A", ""].map { try request(headers: [field: $0]) }
        for (index, request) in requests.enumerated() {
            #expect(cache.miss(for: request) == .absent)
            cache.store(try loaded("\(index)"), for: request)
        }
        for (index, request) in requests.enumerated() {
            #expect(cache.body(for: request) == .success("\(index)"))
        }
        #expect(cache.miss(for: try request()) == .absent)

        cache.user = "42"
        cache.store(try loaded("of 42"), for: requests[0])
        #expect(cache.body(for: requests[1]) == .success("of 42"))
        #expect(cache.miss(for: try request()) == .absent)
        cache.user = "43"
        #expect(cache.miss(for: requests[0]) == .otherUser)
    }

    @Test func `equal credentials in different header fields have different responses`() throws {
        for user in [nil, "42"] {
            let cache = fixture.cache { $0.storesAuthorizedRequests = true }
            cache.user = user
            cache.removeAll()
            var fields: [[String: String]] = credentialFields.map { [$0: "a"] }
            fields.append(["Authorization": "a", "Cookie": "a"])
            for (index, headers) in fields.enumerated() {
                let request = try request(headers: headers)
                #expect(cache.miss(for: request) == .absent)
                cache.store(try loaded("\(index)"), for: request)
            }
            for (index, headers) in fields.enumerated() {
                #expect(cache.body(for: try request(headers: headers)) == .success("\(index)"))
            }
        }
    }

    @Test(arguments: credentialFields, [nil, "42"])
    func `a response may vary by credentials`(field: String, user: String?) throws {
        let cache = fixture.cache { $0.storesAuthorizedRequests = true }
        cache.user = user
        let requests = try ["secret", "b"].map { try request(headers: [field: $0]) }
        let response = try loaded(headers: ["Vary": field])
        #expect(cache.outcome(ofStoring: response, for: requests[0]) == .stored)
        #expect(cache.miss(for: requests[0]) == nil)
        #expect(cache.miss(for: requests[1]) == (user == nil ? .absent : .otherHeaders))
        let file = String(decoding: try Data(contentsOf: fixture.file()), as: UTF8.self)
        #expect(!file.contains("secret"))
    }

    @Test(arguments: ["Cookie", "cookie", "Accept, COOKIE"])
    func `a response that varies by cookies needs a user or no cookies`(vary: String) throws {
        let cache = fixture.cache()
        let response = try loaded(headers: ["Vary": vary])
        let plain = try request()
        #expect(cache.outcome(ofStoring: response, for: plain) == .varies)
        #expect(fixture.fileNames.isEmpty)

        // The response is valid for a request without cookies of the session, and in a cache with a user.
        var bare = plain
        bare.httpShouldHandleCookies = false
        #expect(cache.outcome(ofStoring: response, for: bare) == .stored)
        #expect(cache.miss(for: bare) == nil)
        #expect(cache.miss(for: plain) == .otherHeaders)
        cache.user = "42"
        #expect(cache.outcome(ofStoring: response, for: plain) == .stored)
        #expect(cache.miss(for: plain) == nil)
        cache.user = "43"
        #expect(cache.miss(for: plain) == .otherUser)
    }
}

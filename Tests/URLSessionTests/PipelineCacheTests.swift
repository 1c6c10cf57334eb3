@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `The cache of a wrapped URLSession` {
    let server = StubServer()
    let fixture = CacheFixture()
    let cache: ResponseCache

    init() { cache = fixture.cache() }

    private func session(
        adapters: [PipelineAdapter] = [],
        stubs: RequestStubs? = nil,
        validators: [@Sendable (LoadedResponse) throws -> Void] = [],
        observers: [any RequestObserver] = []
    ) -> InterceptingClient<URLSession> {
        let pipeline = RequestPipeline(
            adapters: adapters,
            stubs: stubs,
            cache: cache,
            validators: validators,
            observers: observers
        )
        return server.session(delegate: nil, pipeline: pipeline, statusCheck: .successful)
    }

    /// Returns a session whose configuration the closure has changed.
    private func session(
        _ cache: ResponseCache,
        configure: (URLSessionConfiguration) -> Void
    ) -> InterceptingClient<URLSession> {
        let (configuration, pipeline) = (StubServer.configuration, RequestPipeline(cache: cache))
        configure(configuration)
        let session = InterceptingClient(configuration: configuration, pipeline: pipeline)
        _ = server.ended(session.base)
        return session
    }

    private func request(
        _ path: String,
        _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) throws -> URLRequest { URLRequest(url: try server.url(path), cachePolicy: policy) }

    /// Sends the request, lets the server answer, and returns the body.
    private func loaded(
        _ request: URLRequest,
        _ session: InterceptingClient<URLSession>,
        with body: String = "new"
    ) async throws -> String {
        let path = request.url?.lastPathComponent ?? ""
        async let answer = session.data(for: request)
        try await server.answer(path, with: body)
        return String(decoding: try await answer.0, as: UTF8.self)
    }

    /// Returns the body of a response for which the server need not answer.
    private func cached(
        _ request: URLRequest,
        _ session: InterceptingClient<URLSession>
    ) async throws -> String {
        String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }

    private func fill(_ path: String, with body: String = "old") throws {
        try cache.fill(server.url(path), with: body)
    }

    @Test func `every form of a data task is answered from the cache`() async throws {
        let session = session()
        let request = try request("feed")
        #expect(try await loaded(request, session) == "new")
        #expect(try await cached(request, session) == "new")
        let (answers, recorder) = (Journal<String>(), EventRecorder())
        for isBare in [true, false] {
            try await withRequestGroup("page", options: .observer(recorder)) {
                let url = try server.url("feed")
                for form in [TaskMethod.dataForRequest, .dataForURL] {
                    try fill(form.path, with: "new")
                    form.make(session, url, answers, isBare: isBare).resume()
                }
            }
        }
        #expect(answers.entries == Array(repeating: "new 200 in page", count: 4))
        #expect(server.arrived.entries == ["feed"])
        #expect(recorder.lines.filter { $0.hasPrefix("left") }.count == 4)
    }

    @Test func `an expired response is used only if the request's policy allows it`() async throws {
        let session = session()
        try fill("feed")
        fixture.now += 61
        let old = try? session.cachedResponse(for: request("feed"), allowingExpired: true)
        #expect(old?.data == Data("old".utf8))
        let accepting = try request("feed", .returnCacheDataElseLoad)
        #expect(try await cached(accepting, session) == "old")
        #expect(try await loaded(request("feed"), session) == "new")
        let fresh = try session.cachedResponse(for: request("feed"))
        #expect(fresh.data == Data("new".utf8))
    }

    @Test func `a cache-only request fails with the reason of the miss`() async throws {
        let session = session()
        let request = try request("feed", .returnCacheDataDontLoad)
        let miss = await #expect(throws: CacheMiss.self) { try await session.data(for: request) }
        #expect(miss?.reason == .absent)
        try fill("feed")
        fixture.now += 3600
        #expect(try await cached(request, session) == "old")
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `the cache uses the adapted request as its key`(isAdaptedAtStart: Bool) async throws {
        let language = Locked("en")
        let first = isAdaptedAtStart ? [PipelineAdapter.atStart { request, _ in request }] : []
        let session = session(
            adapters: first + [.queryItems { _ in ["language": language.withLock { $0 }] }]
        )
        #expect(try await loaded(request("feed"), session, with: "news") == "news")
        #expect(try await cached(request("feed"), session) == "news")
        // Only adapters that run when a request is issued adapt a request for `cachedResponse`.
        let found = try? session.cachedResponse(for: request("feed"))
        #expect((found == nil) == isAdaptedAtStart)
        language.withLock { $0 = "de" }
        await #expect(throws: CacheMiss.self) {
            try await session.data(for: request("feed", .returnCacheDataDontLoad))
        }
    }

    @Test func `a stub precedes the cache, and the stub's answer is not stored`() async throws {
        let stubs = RequestStubs(answering: .json("stub"))
        try fill("feed")
        let session = session(stubs: stubs)
        #expect(try await cached(request("feed"), session) == "stub")
        #expect(try await cached(request("other"), session) == "stub")
        #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("other")) }
    }

    @Test func `invalid responses and failed requests are not cached`() async throws {
        let session = session(validators: [
            { response in
                if response.data == Data("odd".utf8) { throw ClientError("odd") }
            }
        ])
        let answers: [(String, String, Int)] = [("odd", "odd", 200), ("missing", "", 404)]
        for (path, body, status) in answers {
            async let answer = session.data(for: request(path))
            try await server.answer(path, with: body, status: status)
            _ = try await answer
            #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request(path)) }
        }
        async let lost = session.data(for: request("lost"))
        try await server.fail("lost", with: URLError(.networkConnectionLost))
        _ = try? await lost
        #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("lost")) }
    }

    @Test func `a cached response is not validated again`() async throws {
        let (validated, log) = (Journal<Void>(), Journal<String>())
        let observer = RequestLog(log)
        let session = session(validators: [{ _ in validated.append(()) }], observers: [observer])
        _ = try await loaded(request("feed"), session)
        _ = try await cached(request("feed"), session)
        #expect(validated.entries.count == 1)
        #expect(
            log.entries.last == "finished GET \(server.host)/feed: HTTP status 200, 3 bytes, cache"
        )
    }

    @Test(arguments: [["Cache-Control": "no-store"], ["Vary": "*"], [:]])
    func `an uncacheable response removes the older one`(headers: [String: String]) async throws {
        let cache = fixture.cache { $0.maximumSize = 5_000 }
        let session = server.session(RequestPipeline(cache: cache))
        try fill("feed", with: "older")
        async let answer = session.data(for: request("feed", .reloadIgnoringLocalCacheData))
        // A response without such a field is too large.
        let body = String(repeating: "x", count: headers.isEmpty ? 10_000 : 5)
        try await server.answer("feed", with: body, headers: headers)
        #expect(try await answer.0.count == body.count)
        #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("feed")) }
    }

    @Test(arguments: [
        URLRequest.CachePolicy.reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData,
        .returnCacheDataDontLoad,
    ])
    func `a session sets the cache policy`(policy: URLRequest.CachePolicy) async throws {
        let session = session(cache) { $0.requestCachePolicy = policy }
        if policy == .returnCacheDataDontLoad {
            await #expect(throws: CacheMiss.self) { try await session.data(for: request("feed")) }
            #expect(server.arrived.entries.isEmpty)
        } else {
            try fill("feed", with: "old")
            #expect(try await loaded(request("feed"), session) == "new")
        }
        try fill("feed", with: "old")
        #expect(try await cached(request("feed", .returnCacheDataElseLoad), session) == "old")
    }

    @Test(arguments: [true, false])
    func `a request of an earlier user stores nothing`(isChangedBeforeStart: Bool) async throws {
        let changing = PipelineAdapter.atStart { [cache] request, _ in
            cache.user = "Bob"
            return request
        }
        let session = session(adapters: isChangedBeforeStart ? [changing] : [])
        cache.user = "Ann"
        async let answer = session.data(for: request("feed"))
        await server.arrived.waitFor("feed")
        cache.user = "Bob"
        try await server.answer("feed")
        _ = try await answer
        for user in ["Ann", "Bob"] {
            cache.user = user
            #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("feed")) }
        }
    }

    @Test func `a task resumed after a change of users gets no cached response`() async throws {
        let session = session()
        cache.user = "Ann"
        try fill("feed", with: "Ann's")
        let answers = Journal<String>()
        let task = session.dataTask(with: try request("feed")) { data, _, error in
            answers.append(
                data.map { String(decoding: $0, as: UTF8.self) } ?? "\(String(describing: error))"
            )
        }
        cache.user = "Bob"
        // A response that the next user has stored is not returned either.
        try fill("feed", with: "Bob's")
        task.resume()
        try await server.answer("feed", with: "of the server")
        #expect(await answers.waitForFirst(1) == ["of the server"])
    }

    @Test(arguments: credentialFields)
    func `a response for credentials of the session is not cached`(field: String) async throws {
        let session = session(cache) { $0.httpAdditionalHeaders = [field: "of Ann"] }
        #expect(try await loaded(request("feed"), session) == "new")
        #expect(cache.size == 0)
    }

    @Test func `a request's header field overrides the session's in the cache key`() async throws {
        let cache = fixture.cache { $0.keyHeaders = ["X-Tenant"] }
        let session = session(cache) { $0.httpAdditionalHeaders = ["X-Tenant": "session"] }
        let server = StubServer(isAnswering: true)
        let plain = URLRequest(url: try server.url("feed"))
        let tenants = ["own", "session"].map { tenant in
            var request = plain
            request.setValue(tenant, forHTTPHeaderField: "x-tenant")
            return request
        }
        _ = try await session.data(for: tenants[0])
        #expect(cache.miss(for: tenants[0]) == nil)
        #expect(cache.miss(for: tenants[1]) == .absent)
        #expect(throws: Never.self) { try session.cachedResponse(for: tenants[0]) }
        // A request without a tenant has the tenant of the session.
        _ = try await session.data(for: plain)
        #expect(cache.miss(for: tenants[1]) == nil)
        #expect(cache.miss(for: plain) == .absent)
        #expect(throws: Never.self) { try session.cachedResponse(for: plain) }
        #expect(server.arrived.entries.count == 2)
    }

    @Test func `uploads and downloads are not answered from the cache`() async throws {
        let stubs = RequestStubs(passesThrough: true)
        let session = session(stubs: stubs)
        try fill("up")
        try fill("file")
        async let upload = session.upload(for: request("up"), from: Data())
        try await server.answer("up", with: "answered")
        #expect(try await upload.0 == Data("answered".utf8))
        stubs.answer(.url("*"), with: .json("downloaded"))
        let file = try await session.download(for: request("file")).0
        #expect(try Data(contentsOf: file) == Data("downloaded".utf8))
    }

    @Test func `a session without a cache has no cached response`() throws {
        let session = InterceptingClient(URLSession.shared)
        let miss = #expect(throws: CacheMiss.self) {
            try session.cachedResponse(for: request("feed"))
        }
        #expect(miss?.reason == .absent)
    }
}

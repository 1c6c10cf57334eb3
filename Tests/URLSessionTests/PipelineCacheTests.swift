import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
final class `The cache of a wrapped URLSession`: Sendable {
    let server = StubServer()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let now = Locked(Date(timeIntervalSinceReferenceDate: 0))
    let cache: ResponseCache

    init() {
        var configuration = ResponseCache.Configuration()
        configuration.now = { [now] in now.withLock { $0 } }
        cache = ResponseCache(
            directory: folder,
            lifetime: .seconds(60),
            configuration: configuration
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

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
        return server.session(
            delegate: nil,
            pipeline: pipeline,
            statusCheck: .successful
        )
    }

    private func request(
        _ path: String,
        _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) throws -> URLRequest {
        URLRequest(url: try server.url(path), cachePolicy: policy)
    }

    /// Lets the server answer the request, and returns the body.
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

    /// The body, if it comes without the server.
    private func cached(
        _ request: URLRequest,
        _ session: InterceptingClient<URLSession>
    ) async throws -> String {
        String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }

    private func fill(_ path: String, with body: String = "old") throws {
        let url = try server.url(path)
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        )
        cache.store(
            LoadedResponse(data: Data(body.utf8), response: response),
            for: URLRequest(url: url)
        )
    }

    @Test func `every form of a data task is answered from the cache`() async throws {
        let session = session()
        let request = try request("feed")
        #expect(try await loaded(request, session) == "new")
        #expect(try await cached(request, session) == "new")
        let (answers, recorder) = (Journal<String>(), EventRecorder())
        for isOwn in [true, false] {
            try await withRequestGroup("page", options: .observer(recorder)) {
                let url = try server.url("feed")
                for form in [TaskMethod.dataForRequest, .dataForURL] {
                    try fill(form.path, with: "new")
                    if isOwn {
                        form.makeOwn(session, url, answers).resume()
                    } else {
                        form.make(session, url, answers).resume()
                    }
                }
            }
        }
        #expect(answers.entries == Array(repeating: "new 200 in page", count: 4))
        #expect(server.arrived.entries == ["feed"])
        #expect(recorder.lines.filter { $0.hasPrefix("left") }.count == 4)
    }

    @Test func `a refresh asks the server and caches its response`() async throws {
        let session = session()
        try fill("feed")
        let refresh = try request("feed", .reloadIgnoringLocalCacheData)
        #expect(try await loaded(refresh, session) == "new")
        #expect(try await cached(request("feed"), session) == "new")
    }

    @Test func `a stored response can be shown before the fresh one`() async throws {
        let session = session()
        try fill("feed")
        now.withLock { $0 += 3600 }
        let old = try session.cachedResponse(for: request("feed"), allowingExpired: true)
        #expect(old.data == Data("old".utf8))
        #expect(try await loaded(request("feed"), session) == "new")
        let fresh = try session.cachedResponse(for: request("feed"))
        #expect(fresh.data == Data("new".utf8))
    }

    @Test func `an expired response is loaded again unless the request accepts it`() async throws {
        let session = session()
        try fill("feed")
        now.withLock { $0 += 61 }
        let wanted = try request("feed", .returnCacheDataElseLoad)
        #expect(try await cached(wanted, session) == "old")
        #expect(try await loaded(request("feed"), session) == "new")
    }

    @Test func `a cache-only request fails with the reason of the miss`() async throws {
        let session = session()
        let request = try request("feed", .returnCacheDataDontLoad)
        let miss = await #expect(throws: CacheMiss.self) { try await session.data(for: request) }
        #expect(miss?.reason == .absent)
        try fill("feed")
        now.withLock { $0 += 3600 }
        #expect(try await cached(request, session) == "old")
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `adapters run before the key of the cache is made`() async throws {
        let language = Locked("en")
        let session = session(adapters: [
            .queryItems { _ in ["language": language.withLock { $0 }] }
        ])
        #expect(try await loaded(request("feed"), session, with: "news") == "news")
        #expect(try await cached(request("feed"), session) == "news")
        language.withLock { $0 = "de" }
        #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("feed")) }
    }

    @Test func `stubs come before the cache, and their answers are not stored`() async throws {
        let stubs = RequestStubs()
        stubs.answer(.any, with: .json("stub"))
        try fill("feed")
        let session = session(stubs: stubs)
        #expect(try await cached(request("feed"), session) == "stub")
        #expect(try await cached(request("other"), session) == "stub")
        #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("other")) }
    }

    @Test func `only valid responses are stored`() async throws {
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
        let validated = Journal<Void>()
        let log = Journal<String>()
        let observer = RequestLog(log)
        let session = session(
            validators: [{ _ in validated.append(()) }],
            observers: [observer]
        )
        _ = try await loaded(request("feed"), session)
        _ = try await cached(request("feed"), session)
        #expect(validated.entries.count == 1)
        #expect(
            log.entries.last == "finished GET \(server.host)/feed: HTTP status 200, 3 bytes, cache"
        )
    }

    @Test(arguments: [["Cache-Control": "no-store"], ["Vary": "*"], [:]])
    func `a response that must not be stored is not followed by an older one`(
        headers: [String: String]
    ) async throws {
        var settings = ResponseCache.Configuration()
        settings.maximumSize = 5_000
        let cache = ResponseCache(
            directory: folder,
            lifetime: .seconds(60),
            configuration: settings
        )
        let session = server.session(RequestPipeline(cache: cache))
        try fill("feed", with: "older")
        async let answer = session.data(for: request("feed", .reloadIgnoringLocalCacheData))
        // Without such a field it is too large.
        let body = String(repeating: "x", count: headers.isEmpty ? 10_000 : 5)
        try await server.answer("feed", with: body, headers: headers)
        #expect(try await answer.0.count == body.count)
        #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("feed")) }
    }

    @Test(arguments: [
        URLRequest.CachePolicy.reloadIgnoringLocalCacheData,
        .reloadIgnoringLocalAndRemoteCacheData, .returnCacheDataDontLoad,
    ])
    func `the cache policy of the session holds for a request that names none`(
        policy: URLRequest.CachePolicy
    ) async throws {
        let configuration = StubServer.configuration
        configuration.requestCachePolicy = policy
        let session = InterceptingClient(
            configuration: configuration,
            pipeline: RequestPipeline(cache: cache)
        )
        defer { session.invalidateAndCancel() }
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

    @Test func `a response requested before a log-out is not stored after the log-out`()
        async throws
    {
        let session = session()
        cache.user = "Ann"
        async let answer = session.data(for: request("feed"))
        await server.arrived.contains("feed")
        cache.user = "Bob"
        try await server.answer("feed")
        _ = try await answer
        for user in ["Ann", "Bob"] {
            cache.user = user
            #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request("feed")) }
        }
    }

    @Test
    func `a cached response of one user is not shown to the next, although requested before`()
        async throws
    {
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
        // Nor is what the next one has stored for her.
        try fill("feed", with: "Bob's")
        task.resume()
        try await server.answer("feed", with: "of the server")
        #expect(await answers.first(1) == ["of the server"])
    }

    @Test(arguments: credentialFields)
    func `credentials that the session adds keep a response out of the cache`(
        field: String
    ) async throws {
        let configuration = StubServer.configuration
        configuration.httpAdditionalHeaders = [field: "of Ann"]
        let session = InterceptingClient(
            configuration: configuration,
            pipeline: RequestPipeline(cache: cache)
        )
        defer { session.invalidateAndCancel() }
        #expect(try await loaded(request("feed"), session) == "new")
        #expect(cache.size == 0)
    }

    @Test func `session headers do not override the request's in the cache key`() async throws {
        var settings = ResponseCache.Configuration()
        settings.keyHeaders = ["X-Tenant"]
        let cache = ResponseCache(
            directory: folder,
            lifetime: .seconds(3600),
            configuration: settings
        )
        let configuration = StubServer.configuration
        configuration.httpAdditionalHeaders = ["X-Tenant": "session"]
        let session = InterceptingClient(
            configuration: configuration,
            pipeline: RequestPipeline(cache: cache)
        )
        defer { session.invalidateAndCancel() }
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
        // Where the request has none, that of the session counts.
        _ = try await session.data(for: plain)
        #expect(cache.miss(for: tenants[1]) == nil)
        #expect(cache.miss(for: plain) == .absent)
        #expect(server.arrived.entries.count == 2)
    }

    @Test func `uploads and downloads are not cached`() async throws {
        let stubs = RequestStubs(passesThrough: true)
        let session = session(stubs: stubs)
        try fill("up")
        try fill("file")
        async let upload = session.upload(for: request("up"), from: Data())
        try await server.answer("up", with: "answered")
        #expect(try await upload.0 == Data("answered".utf8))
        stubs.answer(.any, with: .json("downloaded"))
        let file = try await session.download(for: request("file")).0
        #expect(try Data(contentsOf: file) == Data("downloaded".utf8))
    }

    @Test func `without a cache no response is found`() throws {
        let session = InterceptingClient(URLSession.shared)
        let miss = #expect(throws: CacheMiss.self) {
            try session.cachedResponse(for: request("feed"))
        }
        #expect(miss?.reason == .absent)
    }
}

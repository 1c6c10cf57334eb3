@Suite(.timeLimit(.minutes(10)))
final class `A cache before a real server`: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)
    private let session: InterceptingClient<URLSession>

    init() {
        let cache = ResponseCache(directory: folder, lifetime: .seconds(60))
        session = InterceptingClient(
            configuration: .ephemeral,
            pipeline: RequestPipeline(cache: cache),
            statusCheck: .successful
        )
    }

    deinit {
        session.invalidateAndCancel()
        try? FileManager.default.removeItem(at: folder)
    }

    private func body(_ request: URLRequest) async throws -> String {
        String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }

    @Test
    func `a cached request reaches the server again only if it ignores the cache`() async throws {
        let server = try await Server.shared.value
        var request = URLRequest(url: server.url("count"))
        #expect(try await body(request) == "1")
        #expect(try await body(request) == "1")
        request.cachePolicy = .reloadIgnoringLocalCacheData
        #expect(try await body(request) == "2")
        request.cachePolicy = .useProtocolCachePolicy
        #expect(try await body(request) == "2")
    }

    @Test
    func `a response that is failed, truncated or marked no-store is not stored`() async throws {
        let server = try await Server.shared.value
        for path in ["unstored", "missing", "cut-off", "reset-in-body"] {
            let request = URLRequest(url: server.url(path))
            _ = try? await body(request)
            #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request) }
        }
    }

    @Test func `the response after a redirect is stored for the original request`() async throws {
        let server = try await Server.shared.value
        let request = URLRequest(url: server.url("redirect"))
        let loaded = try await body(request)
        let cached = try session.cachedResponse(for: request)
        #expect(String(decoding: cached.data, as: UTF8.self) == loaded)
        #expect(cached.response.url?.path == "/echo")
    }
}

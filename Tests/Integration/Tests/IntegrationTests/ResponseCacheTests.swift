@Suite(.timeLimit(.minutes(10)))
final class `A cache before a real server`: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)
    private let session: InterceptingClient<URLSession>

    init() {
        let cache = ResponseCache(directory: folder, lifetime: .seconds(60))
        session = InterceptingClient(
            configuration: .ephemeral,
            pipeline: RequestPipeline(cache: cache)
        )
    }

    deinit {
        session.invalidateAndCancel()
        try? FileManager.default.removeItem(at: folder)
    }

    @Test(arguments: ["cut-off", "reset-in-body"])
    func `a truncated response is not stored`(path: String) async throws {
        let request = URLRequest(url: try await Server.shared.value.url(path))
        _ = try? await session.data(for: request)
        #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request) }
    }

    @Test func `the response after a redirect is stored for the original request`() async throws {
        let request = URLRequest(url: try await Server.shared.value.url("redirect"))
        let loaded = try await session.data(for: request).0
        let cached = try session.cachedResponse(for: request)
        #expect(cached.data == loaded)
        #expect(cached.response.url?.path == "/echo")
    }
}

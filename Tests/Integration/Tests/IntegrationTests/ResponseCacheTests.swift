import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
final class `A cache before a real server`: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)
    private let session: InterceptingClient<URLSession>

    init() {
        let cache = ResponseCache(directory: folder, lifetime: .seconds(60))
        session = InterceptingClient(
            configuration: .ephemeral,
            settings: SessionSettings {
                $0.statusCheck = .successful
                $0.pipeline = RequestPipeline(cache: cache)
            }
        )
    }

    deinit {
        session.invalidateAndCancel()
        try? FileManager.default.removeItem(at: folder)
    }

    private func body(_ request: URLRequest) async throws -> String {
        String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }

    @Test func `a server is asked once, and again for a refresh`() async throws {
        let server = try await Server.shared.value
        var request = URLRequest(url: server.url("count"))
        #expect(try await body(request) == "1")
        #expect(try await body(request) == "1")
        request.cachePolicy = .reloadIgnoringLocalCacheData
        #expect(try await body(request) == "2")
        request.cachePolicy = .useProtocolCachePolicy
        #expect(try await body(request) == "2")
    }

    @Test func `batches and chains use it too`() async throws {
        let server = try await Server.shared.value
        let request = URLRequest(url: server.url("count"))
        _ = try await body(request)
        let bodies = try await session.batch([request, request]).results().values()
        #expect(bodies.map { String(decoding: $0.data, as: UTF8.self) } == ["1", "1"])
    }

    @Test func `what a server wants not to be stored is not, nor what failed or was cut off`()
        async throws
    {
        let server = try await Server.shared.value
        for path in ["unstored", "missing", "cut-off", "reset-in-body"] {
            let request = URLRequest(url: server.url(path))
            _ = try? await body(request)
            #expect(throws: CacheMiss.self) { try session.cachedResponse(for: request) }
        }
    }

    @Test func `what a redirect led to is stored for the request that was redirected`() async throws
    {
        let server = try await Server.shared.value
        let request = URLRequest(url: server.url("redirect"))
        let loaded = try await body(request)
        let cached = try session.cachedResponse(for: request)
        #expect(String(decoding: cached.data, as: UTF8.self) == loaded)
        #expect(cached.response.url?.path == "/echo")
    }
}

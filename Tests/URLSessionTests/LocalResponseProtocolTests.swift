#if !os(watchOS)
@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A local response that a session loads` {
    private func serve() throws -> URLRequest {
        let url = "https://api.test/bytes"
        let answer = try loaded("served", status: 201, url: url)
        return LocalResponseProtocol.serve(answer, to: try request(url))
    }

    private func load(_ request: URLRequest) async -> (String, status: Int?, (any Error)?) {
        await withCheckedContinuation { continuation in
            LocalResponseProtocol.session.dataTask(with: request) { data, response, error in
                let text = String(decoding: data ?? Data(), as: UTF8.self)
                let status = (response as? HTTPURLResponse)?.statusCode
                continuation.resume(returning: (text, status, error))
            }
            .resume()
        }
    }

    @Test func `a local response arrives once, like the response of a server`() async throws {
        let request = try serve()
        let first = await load(request)
        #expect(first.0 == "served")
        #expect(first.status == 201)
        let second = await load(request)
        #expect((second.2 as? URLError)?.code == .resourceUnavailable)
    }

    @Test func `of two prepared local responses, each reaches its own request`() async throws {
        let requests = try (0..<2).map { _ in try serve() }
        for request in requests.reversed() { #expect(await load(request).0 == "served") }
    }
}
#endif

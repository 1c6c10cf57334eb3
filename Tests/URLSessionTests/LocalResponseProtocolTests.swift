#if !os(watchOS)
@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A local response that a session loads` {
    private func serve(_ text: String) throws -> URLRequest {
        let url = "https://api.test/bytes"
        let answer = try loaded(text, status: 201, url: url)
        return LocalResponseProtocol.serve(answer, to: try request(url))
    }

    private func load(_ request: URLRequest) async -> (String, status: Int?, (any Error)?) {
        await withCheckedContinuation { continuation in
            LocalResponseProtocol.session.dataTask(with: request) { data, response, error in
                let text = String(decoding: data ?? Data(), as: UTF8.self)
                let status = (response as? HTTPURLResponse)?.statusCode
                continuation.resume(returning: (text, status, error))
            }.resume()
        }
    }

    @Test func `a local response arrives once, at its own request`() async throws {
        let texts = ["first", "second"]
        for (request, text) in try zip(texts.map(serve), texts).reversed() {
            let answer = await load(request)
            #expect(answer.0 == text)
            #expect(answer.status == 201)
            #expect((await load(request).2 as? URLError)?.code == .resourceUnavailable)
        }
    }
}
#endif

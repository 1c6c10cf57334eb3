#if !os(watchOS)
@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A local response that a session loads` {
    private func serve() throws -> (session: URLSession, request: URLRequest) {
        let url = "https://api.test/bytes"
        let answer = try loaded("served", status: 201, url: url)
        return ServingProtocol.serve(answer, to: try request(url))
    }

    private func load(
        _ request: URLRequest,
        _ session: URLSession
    ) async -> (String, status: Int?, (any Error)?) {
        await withCheckedContinuation { continuation in
            session.dataTask(with: request) { data, response, error in
                let text = String(decoding: data ?? Data(), as: UTF8.self)
                let status = (response as? HTTPURLResponse)?.statusCode
                continuation.resume(returning: (text, status, error))
            }
            .resume()
        }
    }

    @Test func `a local response arrives once, like the response of a server`() async throws {
        let (session, request) = try serve()
        let first = await load(request, session)
        #expect(first.0 == "served")
        #expect(first.status == 201)
        let second = await load(request, session)
        #expect((second.2 as? URLError)?.code == .resourceUnavailable)
        session.invalidateAndCancel()
    }

    @Test func `two local responses at once reach their own requests`() async throws {
        let answers = try (0..<2).map { _ in try serve() }
        for (session, request) in answers.reversed() {
            #expect(await load(request, session).0 == "served")
            session.invalidateAndCancel()
        }
    }
}
#endif

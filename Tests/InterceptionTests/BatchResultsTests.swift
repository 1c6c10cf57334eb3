@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Descriptions of batch results` {
    private func results(
        _ answers: [Result<String, any Error>]
    ) async -> BatchResults<LoadedResponse> {
        let stubs = RequestStubs()
        for (index, answer) in answers.enumerated() {
            switch answer {
            case .success(let body): stubs.answer(.url("/\(index)"), with: .json(body))
            case .failure(let error): stubs.answer(.url("/\(index)"), with: .failure(error))
            }
        }
        let session = InterceptingClient(URLSession.shared, pipeline: RequestPipeline(stubs: stubs))
        let requests = answers.indices.compactMap { index in
            URL(string: "https://api.test/\(index)?token=secret").map { URLRequest(url: $0) }
        }
        return await session.batch(requests).results()
    }

    @Test func `the description of batch results shows errors but no answers (O3)`() async throws {
        let failure = URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "secret"])
        let results = await results([
            .success("secret"), .failure(failure), .failure(NSError(domain: "net", code: 7)),
        ])
        #expect(
            "\(results)" == """
                1 of 3 succeeded
                  #1: NSURLErrorDomain -1001
                  #2: net 7
                """
        )
        #expect("\([results])" == "[\(results)]")
    }

    @Test func `the description of batch results without a failure has one line`() async {
        #expect("\(await results([.success("a"), .success("b")]))" == "2 of 2 succeeded")
        #expect("\(await results([]))" == "0 of 0 succeeded")
    }

    @Test func `the description of batch results names the first twenty failures`() async {
        let failed = Result<String, any Error>.failure(URLError(.timedOut))
        let lines = "\(await results(Array(repeating: failed, count: 30)))".split(separator: "\n")
        #expect(lines.count == 22)
        #expect(lines.last == "  10 more")
    }

    @Test func `values() of failed batch results throws an error with all failures (C2)`() async {
        let results = await results([
            .success("a"), .failure(URLError(.timedOut)), .failure(URLError(.badURL)),
        ])
        let error = #expect(throws: RequestGroupError.self) { try results.values() }
        #expect(error?.failures.map(\.index) == [1, 2])
    }
}

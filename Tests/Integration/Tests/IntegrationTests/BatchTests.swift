@Suite(.timeLimit(.minutes(10))) struct `Batches on a real server` {
    private let session = InterceptingClient(configuration: .ephemeral, statusCheck: .successful)

    @Test func `a batch returns each result at the index of its request`() async throws {
        let server = try await Server.shared.value
        let paths = ["slow", "echo", "missing", "reset", "echo"]
        let batch = session.batch(paths.map { URLRequest(url: server.url($0)) }, options: .limit(2))
        let results = await batch.results()
        #expect(try results[0].get().data.count == 50)
        #expect(try results[1].get().data == Data("GET ".utf8))
        let error = #expect(throws: HTTPStatusError.self) { try results[2].get() }
        #expect(error?.statusCode == 404)
        #expect(throws: URLError.self) { try results[3].get() }
        #expect(results.error?.failures.map(\.index) == [2, 3])
        #expect(batch.progress.description == "5/5 finished, 2 failed")
        #expect(batch.progress.receivedBytes == 58)
    }
}

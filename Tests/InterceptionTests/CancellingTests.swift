#if canImport(FoundationNetworking)
@testable import InterceptionTestSupport

/// Requests that are cancelled at every moment between creation and end.
///
/// Each test runs in a new process, so that a crash fails this test only. The tests run one after the other, because
/// each blocks one of the few threads that all tasks share.
@Suite(.serialized, .timeLimit(.ordinary)) struct `Cancelling at every moment` {
    @Test func `cancelling requests to an unreachable server never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let session = InterceptingClient(URLSession(configuration: .ephemeral))
            try await cancelAtEveryMoment(in: session, #require(URL(string: "http://127.0.0.1:1/")))
        }
    }

    @Test func `cancelling requests that are answered at once never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let server = StubServer(isAnswering: true)
            let session = InterceptingClient(URLSession(configuration: StubServer.configuration))
            try await cancelAtEveryMoment(in: session, server.url("feed"))
        }
    }

    @Test func `cancelling requests that are never answered never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let server = StubServer()
            let session = InterceptingClient(URLSession(configuration: StubServer.configuration))
            try await cancelAtEveryMoment(in: session, server.url("feed"))
        }
    }

    @Test func `cancelling requests of a session with a delegate never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let server = StubServer(isAnswering: true)
            let session = server.session(delegate: DataDelegateRecorder())
            try await cancelAtEveryMoment(in: session, server.url("feed"))
        }
    }
}

private func cancelAtEveryMoment(
    in session: InterceptingClient<URLSession>,
    _ url: URL
) async throws {
    await CancelledMoments(session: session, request: URLRequest(url: url)).run(seeds: 0..<60)
    // Exits at once, so that unfinished work is not reported as a leak.
    _exit(EXIT_SUCCESS)
}
#endif

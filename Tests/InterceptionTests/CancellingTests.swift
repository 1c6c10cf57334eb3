#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// Requests that are cancelled at every moment of their lives, in processes of their own, which a crash
/// would end.
///
/// With optimisation too, as `scripts/check release` runs them; on a real server in IntegrationTests.
/// One after the other: each keeps one of the few threads that tasks share.
@Suite(.serialized, .timeLimit(.ordinary)) struct `Cancelling at every moment` {
    @Test func `a session without listeners survives cancelling (P2)`() async {
        await #expect(processExitsWith: .success) {
            let session = InterceptingClient(URLSession(configuration: .ephemeral))
            try await cancelAtEveryMoment(
                in: session,
                #require(URL(string: "http://127.0.0.1:1/"))
            )
        }
    }

    @Test func `a session with immediate answers survives cancelling (P2)`() async {
        await #expect(processExitsWith: .success) {
            let server = StubServer(isAnswering: true)
            let session = InterceptingClient(URLSession(configuration: StubServer.configuration))
            try await cancelAtEveryMoment(in: session, server.url("feed"))
        }
    }

    @Test func `a session without answers survives cancelling (P2)`() async {
        await #expect(processExitsWith: .success) {
            let server = StubServer()
            let session = InterceptingClient(URLSession(configuration: StubServer.configuration))
            try await cancelAtEveryMoment(in: session, server.url("feed"))
        }
    }

    @Test func `a session with a delegate survives cancelling (P2)`() async {
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
    // At once: what is still under way when a process ends is not leaked.
    _exit(EXIT_SUCCESS)
}
#endif

@testable import InterceptionTestSupport

/// A session without a delegate for its tasks.
enum SilentSession: CaseIterable, Sendable {
    case wrapped, withoutDelegate, withPlainDelegate

    func session(_ server: StubServer) -> InterceptingClient<URLSession> {
        switch self {
        case .wrapped: InterceptingClient(server.session())
        case .withoutDelegate: server.session(delegate: nil)
        case .withPlainDelegate: server.session(delegate: PlainDelegate())
        }
    }
}

@Suite(.timeLimit(.ordinary))
struct `Tasks without handler and delegate` {
    let server = StubServer()

    @Test func `a delegate without task methods gets the end of the session (I1)`() async throws {
        let delegate = PlainDelegate()
        let session = server.session(delegate: delegate)
        #expect(session.delegate === delegate)
        try await withRequestGroup {
            session.dataTask(with: try server.url("a")).resume()
            await server.arrived.waitFor("a")
            session.finishTasksAndInvalidate()
            try await server.answer("a")
        }
        #expect(await delegate.calls.waitForFirst(1) == ["invalid"])
    }
}

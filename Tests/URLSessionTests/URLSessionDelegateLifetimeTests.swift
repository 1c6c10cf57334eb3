@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Sessions with a delegate that end` {
    let server = StubServer()

    @Test(arguments: DelegateKind.allCases)
    func `invalidateAndCancel ends every task, and then calls the delegate (I1)`(
        kind: DelegateKind
    ) async throws {
        let delegate = kind.recorder()
        let session = server.session(delegate: delegate)
        let group = try await completedGroup("page", options: .tolerant) { _ in
            for path in ["a", "b"] {
                session.dataTask(with: try server.url(path)).resume()
                await server.arrived.waitFor(path)
            }
            session.invalidateAndCancel()
        }
        #expect(group.failures.map(\.error.urlCode) == [.cancelled, .cancelled])
        let calls = await delegate.calls.waitForFirst(3)
        #expect(Set(calls.prefix(2)) == ["end of a in page", "end of b in page"])
        #expect(calls.last == "invalid in none")
    }

    @Test func `a session that has ended releases its delegate`() async throws {
        let released = Journal<String>()
        let session: InterceptingClient<URLSession>
        do {
            let notice = ReleaseNotice(released)
            session = server.session(delegate: DelegateRecorder { _ in _ = notice })
        }
        #expect(released.entries.isEmpty)
        session.finishTasksAndInvalidate()
        #expect(await released.waitForFirst(1) == ["released"])
    }
}

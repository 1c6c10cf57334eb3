@testable import InterceptionTestSupport

/// Errors in the table of the article *Wrapping a URLSession*.
@Suite(.timeLimit(.ordinary))
struct `Errors of a wrapped session` {
    let server = StubServer()
    let ends = Journal<(any Error)?>()

    /// Issues a task with a handler and an awaited request, and records how they end.
    private func load(_ session: InterceptingClient<URLSession>) throws {
        let url = try server.url("a")
        session.dataTask(with: url) { [ends] in ends.append($2) }.resume()
        Task {
            do {
                _ = try await session.data(from: url)
                ends.append(nil)
            } catch {
                ends.append(error)
            }
        }
    }

    @Test func `a deadline cancels tasks, and awaited requests time out (I1, P3)`() async throws {
        let (session, clock) = (InterceptingClient(server.session()), ManualClock())
        let group = try await completedGroup(
            options: .tolerant,
            .timeout(.seconds(1), clock: clock)
        ) { _ in
            try load(session)
            _ = await server.arrived.waitForFirst(2)
            await clock.advanceWhenAsleep(by: .seconds(1))
        }
        let errors = await ends.waitForFirst(2).compactMap { $0 as? URLError }
        #expect(Set(errors.map(\.code)) == [.cancelled, .timedOut])
        let timeout = errors.first { $0.code == .timedOut }
        let reason = timeout?.userInfo[NSUnderlyingErrorKey] as? RequestTimeoutError
        #expect(reason?.label == "GET \(server.host)/a")
        #expect(group.failures.map(\.reason) == [.timedOut, .timedOut])
        #expect(group.failures.allSatisfy { $0.error is RequestTimeoutError })
    }

    @Test func `errors of stubs reach the caller and the group unchanged (I3)`() async throws {
        let stubs = RequestStubs()
        let session = server.session(RequestPipeline(stubs: stubs))
        let unstubbed = try await failuresOfGroup { _ in
            try load(session)
            _ = await ends.waitForFirst(2)
        }
        stubs.answer(.url("*"), with: .failure(ClientError("no")))
        let failed = try await failuresOfGroup { _ in
            try load(session)
            _ = await ends.waitForFirst(4)
        }
        let errors = ends.entries
        #expect(errors.prefix(2).allSatisfy { $0 is UnstubbedRequestError })
        #expect(unstubbed.map { $0.error is UnstubbedRequestError } == [true, true])
        #expect(
            errors.suffix(2).map { $0 as? ClientError } == [ClientError("no"), ClientError("no")]
        )
        #expect(failed.map { $0.error as? ClientError } == [ClientError("no"), ClientError("no")])
    }
}

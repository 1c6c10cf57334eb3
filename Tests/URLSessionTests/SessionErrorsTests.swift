@testable import InterceptionTestSupport

/// Errors in the table of the article *Wrapping a URLSession*.
@Suite(.timeLimit(.ordinary)) struct `Errors of a wrapped session` {
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
        let group = try await completedGroup(options: .tolerant, clock.timeout) { _ in
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

    @Test(arguments: [true, false])
    func `errors of stubs reach caller and group unchanged (I3)`(isStubbed: Bool) async throws {
        let error = ClientError("no")
        let stubs = isStubbed ? RequestStubs(answering: .failure(error)) : RequestStubs()
        let failures = try await failuresOfGroup { _ in
            try load(server.session(RequestPipeline(stubs: stubs)))
            _ = await ends.waitForFirst(2)
        }
        #expect(ends.entries.count == 2 && failures.count == 2)
        for found in ends.entries + failures.map(\.error) {
            #expect(isStubbed ? found as? ClientError == error : found is UnstubbedRequestError)
        }
    }
}

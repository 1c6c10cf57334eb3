import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The table of errors in the article *Wrapping a URLSession*: what code meets that catches those of a session.
@Suite(.timeLimit(.ordinary))
struct `Errors of a wrapped session` {
    let server = StubServer()
    let ends = Journal<(any Error)?>()

    /// Issues a request that is awaited, and one with a handler, and writes down how they end.
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

    @Test func `a cancelled group cancels the task and reports a consequence (I1)`() async throws {
        let session = InterceptingClient(server.session())
        let group = try await withRequestGroup(options: .tolerant) { group in
            try load(session)
            _ = await server.arrived.first(2)
            group.cancel()
            return group
        }
        #expect(await ends.first(2).map(\.urlCode) == [.cancelled, .cancelled])
        #expect(group.failures.map(\.reason) == [.cancelled, .cancelled])
    }

    @Test func `a deadline throws a timeout error that names the deadline (I1, P3)`() async throws {
        let (session, clock) = (InterceptingClient(server.session()), ManualClock())
        let group = try await withRequestGroup(
            options: .tolerant,
            .timeout(.seconds(1), clock: clock)
        ) { group in
            try load(session)
            _ = await server.arrived.first(2)
            await clock.advanceWhenAsleep(by: .seconds(1))
            return group
        }
        let errors = await ends.first(2).compactMap { $0 as? URLError }
        #expect(Set(errors.map(\.code)) == [.cancelled, .timedOut])
        let timeout = errors.first { $0.code == .timedOut }
        let reason = timeout?.userInfo[NSUnderlyingErrorKey] as? RequestTimeoutError
        #expect(reason?.label == "GET \(server.host)/a")
        #expect(group.failures.map(\.reason) == [.timedOut, .timedOut])
        #expect(group.failures.allSatisfy { $0.error is RequestTimeoutError })
    }

    @Test func `errors of the pipeline are reported unchanged (I3)`() async throws {
        let stubs = RequestStubs()
        let session = server.session(RequestPipeline(stubs: stubs))
        let unstubbed = try await withRequestGroup(options: .tolerant) { group in
            try load(session)
            _ = await ends.first(2)
            return group
        }
        .failures
        stubs.answer(.any, with: .failure(ClientError("no")))
        let failed = try await withRequestGroup(options: .tolerant) { group in
            try load(session)
            _ = await ends.first(4)
            return group
        }
        .failures
        let errors = ends.entries
        #expect(errors.prefix(2).allSatisfy { $0 is UnstubbedRequestError })
        #expect(unstubbed.map { $0.error is UnstubbedRequestError } == [true, true])
        #expect(
            errors.suffix(2).map { $0 as? ClientError } == [ClientError("no"), ClientError("no")]
        )
        #expect(failed.map { $0.error as? ClientError } == [ClientError("no"), ClientError("no")])
    }

    @Test func `a status or a validator fails the group only (I1)`() async throws {
        let validator: @Sendable (LoadedResponse) throws -> Void = { _ in
            throw ClientError("invalid")
        }
        for (pipeline, check) in [
            (RequestPipeline(validators: [validator]), nil),
            (RequestPipeline(), HTTPStatusCheck.successful),
        ] {
            let (server, ends) = (StubServer(), Journal<Int>())
            let session = server.session(pipeline, check)
            let failures = try await withRequestGroup(options: .tolerant) { group in
                session.dataTask(with: try server.url("a")) { _, response, error in
                    ends.append((response as? HTTPURLResponse)?.statusCode ?? 0)
                }
                .resume()
                async let loaded = session.data(from: try server.url("b"))
                for path in ["a", "b"] { try await server.answer(path, status: 404) }
                ends.append((try await loaded.1 as? HTTPURLResponse)?.statusCode ?? 0)
                return group
            }
            .failures
            #expect(await ends.first(2) == [404, 404])
            #expect(
                failures.map { $0.error is HTTPStatusError }
                    == Array(repeating: check != nil, count: 2)
            )
        }
    }
}

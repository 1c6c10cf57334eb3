import Foundation
import Interception
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)))
struct `Marks on the requests of a session` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() {
        session = InterceptingClient(server.session())
    }

    @Test(arguments: TaskForm.stubbed, OwnSpelling.allCases)
    func `P1: a request of every form with a handler may be optional`(
        form: TaskForm,
        spelling: OwnSpelling
    ) async throws {
        let answers = Journal<String>()
        let optional = session.requests(isOptional: true)
        let group = try await withRequestGroup { group in
            let url = try server.url(form.path)
            form.makeOwn(optional, url, answers, by: spelling).resume()
            try await server.fail(form.path, with: URLError(.badServerResponse))
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, failed: 1, total: 1))
    }

    @Test(arguments: IdleTaskForm.stubbed, OwnSpelling.allCases)
    func `P1: a request of every form without a handler may be optional`(
        form: IdleTaskForm,
        spelling: OwnSpelling
    ) async throws {
        let optional = server.session(delegate: DelegateRecorder()).requests(isOptional: true)
        let group = try await withRequestGroup { group in
            form.makeOwn(optional, try server.url(form.path), by: spelling).resume()
            try await server.fail(form.path, with: URLError(.badServerResponse))
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, failed: 1, total: 1))
    }

    @Test func `P1: an awaited and a piped request may be optional, and others fail their group`()
        async throws
    {
        let stubs = RequestStubs()
        stubs.answer(.any, with: .failure(URLError(.badServerResponse)))
        let session = server.session(RequestPipeline(stubs: stubs))
        let url = try server.url("a")
        try await withRequestGroup {
            let optional = session.requests(isOptional: true)
            _ = try? await optional.data(from: url)
            optional.dataTask(with: url) { _, _, _ in }.resume()
        }
        await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { _ = try? await session.data(from: url) }
        }
    }

    @Test
    func `P4: of requests that wait the more urgent starts first, and counts for the same client`()
        async throws
    {
        let limited = InterceptingClient(
            session.base,
            settings: SessionSettings { $0.limiter = RequestLimiter(limit: 1) }
        )
        try await withRequestGroup {
            limited.dataTask(with: try server.url("first")) { _, _, _ in }.resume()
            for (path, priority) in [("low", RequestPriority.low), ("high", .high)] {
                let marked = limited.requests(priority: priority)
                marked.dataTask(with: try server.url(path)) { _, _, _ in }.resume()
            }
            for path in ["first", "high", "low"] { try await server.answer(path) }
        }
        #expect(server.arrived.entries == ["first", "high", "low"])
    }
}

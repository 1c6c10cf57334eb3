import Foundation
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Marks on the requests of a session` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() {
        session = InterceptingClient(server.session())
    }

    @Test(arguments: TaskMethod.stubbed, OwnSpelling.allCases)
    func `a request of every form with a handler may be optional (P1)`(
        form: TaskMethod,
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
    func `a request of every form without a handler may be optional (P1)`(
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

    @Test func `an awaited and a piped request may be optional, and others fail their group (P1)`()
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
    func `waiting requests start by priority, and count for the same client (P4)`()
        async throws
    {
        let limited = InterceptingClient(
            session.base,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
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

    @Test
    func `a request that is sent, and one of a plan, waits with the priority of the session (P4)`()
        async throws
    {
        let stubs = RequestStubs()
        stubs.answer(.any, with: .json("{}"))
        let limited = server.session(
            delegate: nil,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) },
            pipeline: RequestPipeline(stubs: stubs)
        )
        let high = limited.requests(priority: .high)
        func request(_ path: String) throws -> URLRequest {
            URLRequest(url: try server.url(path))
        }
        let paths = { stubs.requests.map { $0.url?.lastPathComponent } }
        try await withRequestGroup {
            // Nothing of the client starts before this has ended.
            let held = limited.dataTask(with: try server.url("first")) { _, _, _ in }.enter()
            limited.send(try request("low")) { _ in }
            high.send(try request("high")) { _ in }
            held.resume()
        }
        #expect(paths() == ["first", "high", "low"])
        try await withRequestGroup(options: .limit(1)) {
            let held = session.dataTask(with: try server.url("held")) { _, _, _ in }.enter()
            limited.perform(try request("low")) { _ in }
            high.perform(try request("high")) { _ in }
            held.resume()
            try await server.answer("held")
        }
        #expect(paths().suffix(2) == ["high", "low"])
    }

    @Test(arguments: [true, false])
    func `a sent request and a step of a plan may be optional (P1)`(isStubbed: Bool) async throws {
        let (server, stubs) = (StubServer(isAnswering: true), RequestStubs())
        stubs.answer(.any, with: .json("{}"))
        let rejecting: @Sendable (LoadedResponse) throws -> Void = { _ in
            throw ClientError("invalid")
        }
        let session = server.session(
            RequestPipeline(stubs: isStubbed ? stubs : nil, validators: [rejecting])
        )
        let request = URLRequest(url: try server.url("a"))
        try await withRequestGroup {
            let optional = session.requests(isOptional: true)
            optional.send(request) { _ in }
            optional.perform(request) { _ in }
            optional.perform(request.plan.then { _ in request }) { _ in }
            optional.batch([request, request], queue: .global()) { _ in }
        }
        await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { session.send(request) { _ in } }
        }
    }

    @Test func `A mark that is not set stays`() async throws {
        let marked = session.requests(isOptional: true).requests(priority: .high).requests()
        #expect(marked.interceptionSettings.marks.isOptional)
        #expect(marked.interceptionSettings.marks.priority == .high)
    }
}

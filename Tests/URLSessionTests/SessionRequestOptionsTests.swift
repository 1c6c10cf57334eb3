@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Options for the requests of a session` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() { session = InterceptingClient(server.session()) }

    @Test func `requests by send and perform have their session's priority (P4)`() async throws {
        let stubs = RequestStubs(answering: .json("{}"))
        let limited = server.session(
            delegate: nil,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) },
            pipeline: RequestPipeline(stubs: stubs)
        )
        let high = limited.requests(priority: .high)
        func request(_ path: String) throws -> URLRequest { URLRequest(url: try server.url(path)) }
        let paths = { stubs.requests.map { $0.url?.lastPathComponent } }
        try await withRequestGroup {
            // No other request of the client starts before this task has ended.
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
    func `an optional request of a plan fails no group (P1)`(isStubbed: Bool) async throws {
        let server = StubServer(isAnswering: true)
        let stubs = isStubbed ? RequestStubs(answering: .json("{}")) : nil
        let rejecting: @Sendable (LoadedResponse) throws -> Void = { _ in
            throw ClientError("invalid")
        }
        let session = server.session(RequestPipeline(stubs: stubs, validators: [rejecting]))
        let request = URLRequest(url: try server.url("a"))
        let outcome = await withRequestGroupOutcome {
            let optional = session.requests(isOptional: true)
            optional.send(request) { _ in }
            optional.perform(request) { _ in }
            optional.perform(request.plan.then { _ in request }) { _ in }
            optional.batch([request, request], queue: .global()) { _ in }
            optional.batch([request], options: .quorum(1), queue: .global()) { _ in }
            optional.perform(RequestPlan.batch([request], options: .quorum(1))) { _ in }
        }
        #expect(outcome.error == nil)
        let chain = request.plan.then { _ in request }
        let batch = session.requests(isOptional: true).batch([request.plan, chain])
        #expect(await batch.results().error?.causes.count == 2)
        await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { session.send(request) { _ in } }
        }
    }

    @Test func `a session created with settings keeps their pipeline and status check (I1)`() {
        var settings = InterceptionSettings()
        settings.change { ($0.statusCheck, $0.pipeline) = (.successful, RequestPipeline()) }
        let kept = InterceptingClient(server.session(), settings: settings).interceptionSettings
        #expect(kept.statusCheck != nil && kept.pipeline != nil)
    }

    @Test func `setting one request option of a session keeps the other options`() async throws {
        let marked = session.requests(isOptional: true).requests(priority: .high).requests()
        #expect(marked.interceptionSettings.isOptional)
        #expect(marked.interceptionSettings.priority == .high)
    }
}

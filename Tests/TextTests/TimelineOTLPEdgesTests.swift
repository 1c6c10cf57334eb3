@testable import Interception
@testable import InterceptionTestSupport

/// Recordings that are open, incomplete or unusual.
@Suite(.timeLimit(.ordinary)) struct `A partial timeline as traces of OpenTelemetry` {
    let stubs = RequestStubs(answering: .data(status: 200))
    let timeline = RequestTimeline()
    let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private func session(
        _ timeline: RequestTimeline,
        _ adapters: [PipelineAdapter] = []
    ) -> InterceptingClient<URLSession> {
        let pipeline = RequestPipeline(adapters: adapters, stubs: stubs, observers: [timeline])
        return InterceptingClient(URLSession.shared, pipeline: pipeline)
    }

    private func request(_ url: String = "https://api.test/a") throws -> URLRequest {
        URLRequest(url: try #require(URL(string: url)))
    }

    private func spans() throws -> [OTLPSpan] { try OTLPSpan.all(in: timeline.recording.otlp()) }

    /// Returns the span of a request that a stub has answered.
    private func span(of request: URLRequest) async throws -> OTLPSpan {
        try await withRequestGroup(options: .observer(timeline)) {
            _ = try await session(timeline).data(for: request)
        }
        return try #require(try spans().last)
    }

    @Test func `a running request is in the trace of its traceparent header (O4)`() async throws {
        let server = StubServer()
        let headers = TraceHeaders(hosts: [server.host])
        let session = server.session(
            RequestPipeline(adapters: [headers.adapter], observers: [timeline])
        )
        try await withRequestGroup(options: .observer(timeline)) {
            var request = try server.request("a")
            request.setValue(header, forHTTPHeaderField: "traceparent")
            session.dataTask(with: request) { _, _, _ in }.resume()
            let running = try spans().last
            #expect(running?.flag("request_group.unfinished") == true)
            #expect(running?.traceId == "4bf92f3577b34da6a3ce929d0e0e4736")
            #expect(running?.parentSpanId == "00f067aa0ba902b7")
            try await server.answer("a")
        }
    }

    @Test func `a group in an unrecorded group has that group's trace parent (O4)`() async throws {
        let parent = try #require(TraceParent(header))
        try await withRequestGroup("page", options: .traceParent(parent)) {
            try await withRequestGroup("inner", options: .observer(timeline)) {
                try await withRequestGroup("innermost") {}
            }
        }
        let spans = try spans()
        #expect(spans.map(\.parentSpanId) == ["00f067aa0ba902b7", spans[0].spanId])
    }

    @Test func `a timeline stores no responses of unrecorded requests (O2)`() async throws {
        let timeline = RequestTimeline(maximumRequests: 3)
        let session = session(timeline)
        try await withRequestGroup("not observed") {
            for _ in 0..<5 { _ = try await session.data(for: try request()) }
        }
        try await withRequestGroup("page", options: .observer(timeline)) {
            for _ in 0..<3 { _ = try await session.data(for: try request()) }
        }
        let spans = try OTLPSpan.all(in: timeline.recording.otlp())
        #expect(spans.map { $0.text("server.address") } == [nil, "api.test", "api.test"])
        #expect(timeline.recording.exchanges.count == 2)
    }

    @Test func `a response recorded before its request is in its span (O2)`() async throws {
        let request = try request()
        let outcome = RequestOutcome(result: .success(try loaded()), origin: .network)
        try await withRequestGroup(options: .observer(timeline)) { group in
            let issued = (0..<3).map { _ in RequestMetadata(id: SpanID()) }
            for metadata in issued {
                let identity = RequestIdentity(of: metadata, in: group)
                let snapshot = RequestSnapshot(identity: identity, request: request)
                timeline.request(snapshot, didFinishWith: outcome)
            }
            for metadata in issued {
                group.admit(.text("GET a"), isOptional: false, metadata)?.membership.leave()
            }
        }
        let statuses = try spans().dropFirst().map { $0.number("http.response.status_code") }
        #expect(statuses == ["200", "200", "200"])
    }

    @Test func `the span of an unknown HTTP method has the name HTTP (O2)`() async throws {
        var request = try request()
        request.httpMethod = "SEARCH-1"
        let span = try await span(of: request)
        #expect(span.name == "HTTP")
        #expect(span.text("http.request.method") == "_OTHER")
        #expect(span.text("http.request.method_original") == "SEARCH-1")
    }

    @Test func `the span of a locally answered request names the origin (O2)`() async throws {
        #expect(try await span(of: request()).text("request_group.answered_by") == "stub")
    }

    @Test func `a timeline has the trace parent of a late adapter (O4)`() async throws {
        let adapters = [
            .atStart { request, _ in request }, TraceHeaders(hosts: ["api.test"]).adapter,
        ]
        let session = session(timeline, adapters)
        var request = try request()
        request.setValue(header, forHTTPHeaderField: "traceparent")
        try await withRequestGroup(options: .observer(timeline)) { [request] in
            _ = try await session.data(for: request)
        }
        let recorded = timeline.recording.groups[0].requests.map(\.traceParent)
        #expect(recorded.map { $0?.spanID } == [TraceParent(header)?.spanID])
    }

    @Test(arguments: [("http", "80"), ("https", "443")])
    func `a span has the default port of a scheme (O2)`(scheme: String, port: String) async throws {
        let span = try await span(of: request("\(scheme)://api.test/a"))
        #expect(span.number("server.port") == port)
    }
    @Test(arguments: [(399, "HTTPStatusError"), (400, "400")])
    func `status 400 and above is the error type (O2)`(
        status: Int,
        errorType: String
    ) async throws {
        stubs.answer(.url("*"), with: .data(status: status))
        let (request, timeline) = (try request(), RequestTimeline())
        let pipeline = RequestPipeline(stubs: stubs, observers: [timeline])
        let session = InterceptingClient(
            URLSession.shared,
            pipeline: pipeline,
            statusCheck: .successful
        )
        try await withRequestGroup(options: .tolerant, .observer(timeline)) {
            _ = try await session.data(for: request)
        }
        let span = try #require(try OTLPSpan.all(in: timeline.recording.otlp()).last)
        #expect(span.text("error.type") == errorType)
    }
}

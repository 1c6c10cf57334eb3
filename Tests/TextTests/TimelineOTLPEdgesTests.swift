@testable import Interception
@testable import InterceptionTestSupport

/// Recordings that are open, incomplete or unusual.
@Suite(.timeLimit(.ordinary))
struct `A partial timeline as traces of OpenTelemetry` {
    let stubs = RequestStubs()

    init() {
        stubs.answer(.url("*"), with: .data(status: 200))
    }

    private func session(_ timeline: RequestTimeline) -> InterceptingClient<URLSession> {
        let pipeline = RequestPipeline(stubs: stubs, observers: [timeline])
        return InterceptingClient(URLSession.shared, pipeline: pipeline)
    }

    private func request(_ method: String = "GET") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://api.test/a")))
        request.httpMethod = method
        return request
    }

    @Test func `a running request is in the trace of its traceparent header (O4)`() async throws {
        let (server, timeline) = (StubServer(), RequestTimeline())
        let headers = TraceHeaders(hosts: [server.host])
        let session = server.session(
            RequestPipeline(adapters: [headers.adapter], observers: [timeline])
        )
        try await withRequestGroup(options: .observer(timeline)) {
            var request = URLRequest(url: try server.url("a"))
            request.setValue(
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                forHTTPHeaderField: "traceparent"
            )
            session.dataTask(with: request) { _, _, _ in }.resume()
            let running = try OTLPSpan.all(in: timeline.recording.otlp())
            #expect(running.last?.flag("request_group.unfinished") == true)
            #expect(running.last?.traceId == "4bf92f3577b34da6a3ce929d0e0e4736")
            #expect(running.last?.parentSpanId == "00f067aa0ba902b7")
            try await server.answer("a")
        }
    }

    @Test func `a group in an unrecorded group has that group's trace parent (O4)`() async throws {
        let timeline = RequestTimeline()
        let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let parent = try #require(TraceParent(header))
        try await withRequestGroup("page", options: .traceParent(parent)) {
            try await withRequestGroup("inner", options: .observer(timeline)) {
                try await withRequestGroup("innermost") {}
            }
        }
        let spans = try OTLPSpan.all(in: timeline.recording.otlp())
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

    @Test func `the span of an unknown HTTP method has the name HTTP (O2)`() async throws {
        let timeline = RequestTimeline()
        let session = session(timeline)
        try await withRequestGroup(options: .observer(timeline)) {
            _ = try await session.data(for: try request("SEARCH-1"))
        }
        let span = try #require(try OTLPSpan.all(in: timeline.recording.otlp()).last)
        #expect(span.name == "HTTP")
        #expect(span.text("http.request.method") == "_OTHER")
        #expect(span.text("http.request.method_original") == "SEARCH-1")
    }

    @Test func `the span of a request that was answered locally names the origin (O2)`()
        async throws
    {
        let timeline = RequestTimeline()
        let session = session(timeline)
        try await withRequestGroup(options: .observer(timeline)) {
            _ = try await session.data(for: try request())
        }
        let span = try #require(try OTLPSpan.all(in: timeline.recording.otlp()).last)
        #expect(span.text("request_group.answered_by") == "stub")
    }

    @Test
    func `a timeline records a parent span that an adapter sets after the request entered (O4)`()
        async throws
    {
        let timeline = RequestTimeline()
        let adapters = [
            .atStart { request, _ in request }, TraceHeaders(hosts: ["api.test"]).adapter,
        ]
        let pipeline = RequestPipeline(adapters: adapters, stubs: stubs, observers: [timeline])
        let session = InterceptingClient(URLSession.shared, pipeline: pipeline)
        var request = try request()
        let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        request.setValue(header, forHTTPHeaderField: "traceparent")
        try await withRequestGroup(options: .observer(timeline)) { [request] in
            _ = try await session.data(for: request)
        }
        let recorded = timeline.recording.groups[0].requests.map(\.traceParent)
        #expect(recorded.map { $0?.spanID } == [TraceParent(header)?.spanID])
    }

    @Test(arguments: [("http", "80"), ("https", "443")])
    func `the span of a request has the default port of its scheme (O2)`(
        scheme: String,
        port: String
    ) async throws {
        let timeline = RequestTimeline()
        let session = session(timeline)
        let url = try #require(URL(string: "\(scheme)://api.test/a"))
        try await withRequestGroup(options: .observer(timeline)) {
            _ = try await session.data(from: url)
        }
        let span = try #require(try OTLPSpan.all(in: timeline.recording.otlp()).last)
        #expect(span.number("server.port") == port)
    }
}

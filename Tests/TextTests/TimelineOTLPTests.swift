@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A timeline as traces of OpenTelemetry` {
    let client = ScriptedClient<String>()
    var network: InterceptingClient<ScriptedClient<String>> { InterceptingClient(client) }

    @Test func `in OTLP, groups are spans and their requests are child spans (O2)`() async throws {
        let (timeline, began) = (RequestTimeline(), Date())
        try await withRequestGroup("page", options: .tolerant, .observer(timeline)) {
            network.get("a", success: { _ in network.get("b") })
            try client.answer("a", with: .success(""))
            try await withRequestGroup("images", options: .limit(1), .tolerant) {
                for path in ["c", "d", "e"] { network.get(path) }
                try client.answer("c", with: .success(""))
                try client.answer("d", with: .dropped)
                try client.answer("e", with: .failure(ClientError("secret")))
            }
            try await withRequestGroup("other", options: .detached, .observer(timeline)) {}
            try client.answer("b", with: .success(""))
        }
        let recording = timeline.recording
        let spans = try OTLPSpan.all(in: timeline.recording.otlp())
        let expected = ["page", "GET a", "GET b", "images", "GET c", "GET d", "GET e", "other"]
        #expect(spans.map(\.title) == expected)
        let byTitle = Dictionary(uniqueKeysWithValues: spans.map { ($0.title, $0) })
        #expect(byTitle["page"]?.parentSpanId == nil)
        for title in ["GET a", "GET b", "images"] {
            #expect(byTitle[title]?.parentSpanId == byTitle["page"]?.spanId)
        }
        for title in ["GET c", "GET d", "GET e"] {
            #expect(byTitle[title]?.parentSpanId == byTitle["images"]?.spanId)
        }
        #expect(byTitle["GET b"]?.links?.first?.spanId == byTitle["GET a"]?.spanId)
        #expect(byTitle["other"]?.links?.first?.spanId == byTitle["page"]?.spanId)
        #expect(byTitle["GET b"]?.links?.map(\.kind) == ["issuer"])
        #expect(byTitle["other"]?.links?.map(\.kind) == ["origin"])
        #expect(byTitle["other"]?.parentSpanId == nil)
        #expect(byTitle["other"]?.traceId != byTitle["page"]?.traceId)
        #expect(Set(spans.dropLast().map(\.traceId)).count == 1)
        #expect(Set(spans.map(\.spanId)).count == spans.count)
        #expect(
            spans.map(\.name) == ["page", "GET", "GET", "images", "GET", "GET", "GET", "other"]
        )
        #expect(spans.map(\.kind) == [1, 3, 3, 1, 3, 3, 3, 1])
        #expect(byTitle["GET d"]?.events?.map(\.name) == ["waiting", "started"])
        #expect(
            spans.map { $0.text("error.type") ?? "" }
                == ["", "", "", "", "", "lost_callback", "ClientError", ""]
        )
        #expect(spans.map { $0.status?.code == 2 } == spans.map { $0.text("error.type") != nil })
        // The times are those of the recording, converted to the wall clock.
        for (span, request) in zip(
            spans.filter { $0.kind == 3 },
            recording.groups.flatMap(\.requests)
        ) {
            #expect(span.spanId == "\(request.id)")
            let (start, end) = try #require(span.times)
            let ended = try #require(request.ended)
            #expect(end - start == Int64(((ended - request.issued) / .nanoseconds(1)).rounded()))
            let date = Date(timeIntervalSince1970: Double(start) / 1e9)
            #expect(date > began - 1 && date < Date() + 1)
        }
        #expect(!timeline.recording.otlp().joined().contains("secret"))
    }

    @Test func `an OTLP trace contains no queries, headers, bodies or users (O3)`() async throws {
        let (timeline, stubs) = (RequestTimeline(), RequestStubs())
        stubs.answer(.url("*"), with: .json(#"{"a": "secret-body"}"#, status: 404))
        let headers = TraceHeaders(hosts: ["api.test"], baggage: { _ in "user=secret-baggage" })
        let adapters = [headers.adapter]
        let session = InterceptingClient(
            URLSession.shared,
            pipeline: RequestPipeline(adapters: adapters, stubs: stubs, observers: [timeline]),
            statusCheck: .successful
        )
        let address =
            "https://secret-user:secret-word@api.test:8443/feed;secret-a?token=secret-b#secret-c"
        let url = try #require(URL(string: address))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data("secret-sent".utf8)
        request.setValue("Bearer secret-token", forHTTPHeaderField: "Authorization")
        try await withRequestGroup("page", options: .tolerant, .observer(timeline)) { [request] in
            _ = try await session.data(for: request)
        }
        let attributes = ["service.version": "3.1"]
        let document = timeline.recording.otlp(service: "shop", attributes: attributes)[0]
        #expect(!document.contains("secret"))
        let span = try #require(try OTLPSpan.all(in: document).last)
        #expect(span.name == "POST")
        #expect(span.text("http.request.method") == "POST")
        #expect(span.text("server.address") == "api.test")
        #expect(span.number("server.port") == "8443")
        #expect(span.text("url.full") == "https://api.test:8443/feed")
        #expect(span.number("http.response.status_code") == "404")
        #expect(span.text("error.type") == "404")
        #expect(document.contains(#""shop""#) && document.contains(#""service.version""#))
    }

    @Test func `a batch has one span, the parent of its requests' spans (O2)`() async throws {
        let (timeline, stubs) = (RequestTimeline(), RequestStubs())
        stubs.answer(.url("*"), with: .data(status: 200))
        try await withRequestStubs(stubs) {
            try await withRequestGroup("page", options: .observer(timeline)) {
                let url = try #require(URL(string: "https://api.test/a"))
                let requests = [URLRequest(url: url), URLRequest(url: url)]
                _ = await InterceptingClient<URLSession>.shared.batch(requests, name: "batch")
                    .results()
            }
        }
        let spans = try OTLPSpan.all(in: timeline.recording.otlp())
        #expect(spans.map(\.name) == ["page", "batch", "GET", "GET"])
        #expect(spans[1].text("request_group.label") == "batch")
        #expect(
            spans.map(\.parentSpanId) == [nil, spans[0].spanId, spans[1].spanId, spans[1].spanId]
        )
    }

    @Test func `the span of a batch has the issuer and the events of its request (O2)`() throws {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        let first = recording.add("first", to: page, from: 0, to: 10)
        let batch = recording.add("batch", to: page, from: 10, started: 50, to: 100, issuer: first)
        recording.open("batch", from: 10, to: 100, in: page, issuer: first, as: batch)
        let span = try #require(try OTLPSpan.all(in: recording.otlp()).last)
        #expect(span.events?.map(\.name) == ["waiting", "started"])
        #expect(span.links?.map(\.spanId) == ["\(first)"])
    }

    @Test func `the argument for the service replaces the attribute service.name (O2)`() {
        let attributes = ["service.name": "other", "service.version": "3.1"]
        let document = TimelineRecording.page.otlp(service: "shop", attributes: attributes)[0]
        #expect(document.contains(#""shop""#) && !document.contains(#""other""#))
        let unnamed = TimelineRecording.page.otlp(attributes: attributes)[0]
        #expect(unnamed.contains(#""other""#) && !unnamed.contains("unknown_service"))
    }

    @Test func `in OTLP late requests are events, and running ones are marked (O2)`() async throws {
        let (timeline, ended) = (RequestTimeline(), Gate())
        let group = withRequestGroup(
            "page",
            options: .observer(timeline),
            queue: .global(),
            body: { () -> Void in network.get("a") },
            completion: { (_: Result<Void, any Error>) in ended.open() }
        )
        let running = try OTLPSpan.all(in: timeline.recording.otlp())
        #expect(running.allSatisfy { $0.flag("request_group.unfinished") == true })
        try client.answer("a", with: .success(""))
        await ended.waitUntilOpen()
        _ = group.enter("late")
        let spans = try OTLPSpan.all(in: timeline.recording.otlp())
        #expect(spans[0].events?.map(\.name) == ["late request"])
        #expect(spans[0].events?.map(\.label) == ["late"])
        #expect(spans.allSatisfy { $0.flag("request_group.unfinished") == nil })
    }

    @Test func `the parts of a large recording contain every span (O2)`() throws {
        var recording = TimelineRecording(takenAt: 100)
        let page = recording.open("page", from: 0, to: 100)
        for number in 0..<25 { recording.add("GET \(number)", to: page, from: 0, to: 50) }
        let whole = try OTLPSpan.all(in: recording.otlp())
        let parts = try recording.otlp(maximumSpans: 10).map { try OTLPSpan.all(in: $0) }
        #expect(parts.map(\.count) == [10, 10, 6])
        #expect(parts.flatMap { $0.map(\.spanId) } == whole.map(\.spanId))
        #expect(TimelineRecording(takenAt: 0).otlp().isEmpty)
    }
}

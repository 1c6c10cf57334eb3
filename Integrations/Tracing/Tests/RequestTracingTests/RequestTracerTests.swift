import Foundation
import InMemoryTracing
import Interception
import RequestTracing
import Testing
import Tracing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct `Groups and requests as spans of a tracer` {
    let tracer = InMemoryTracer()

    @Test
    func `a group is a span, its requests are child spans, and all spans end (O4)`() async throws {
        let tracing = RequestTracer(tracer)
        try await tracer.withSpan("tap") { _ in
            try await withRequestGroup("page", options: tracing.option, .tolerant) { group in
                let a = try #require(group.enter("GET a"))
                a.run { group.enter("POST b")?.leave() }
                a.leave(throwing: URLError(.timedOut))
                // The inner group is tolerant too, because options are not inherited, and a group in which only a
                // cancelled request fails throws a `CancellationError`.
                try await withRequestGroup("inner", options: .tolerant) { inner in
                    inner.enter("c")?.leave()
                    inner.enter("d")?.leave(throwing: CancellationError())
                }
            }
        }
        let spans = Dictionary(
            uniqueKeysWithValues: tracer.finishedSpans.map { ($0.title, $0) }
        )
        #expect(Set(spans.keys) == ["tap", "page", "GET a", "POST b", "inner", "c", "d"])
        #expect(tracer.activeSpans.isEmpty)
        #expect(Set(spans.values.map(\.spanContext.traceID)).count == 1)
        let parents = spans.mapValues { span in
            spans.values.first { $0.spanContext.spanID == span.spanContext.parentSpanID }?.title
        }
        #expect(
            parents == [
                "tap": nil, "page": "tap", "GET a": "page", "POST b": "page", "inner": "page",
                "c": "inner", "d": "inner",
            ]
        )
        #expect(spans["GET a"]?.operationName == "GET")
        #expect(spans["c"]?.operationName == "request")
        #expect(spans["GET a"]?.status?.code == .error)
        #expect(spans["POST b"]?.status == nil)
        #expect(spans["POST b"]?.links.count == 1)
        let link = spans["POST b"]?.links.first
        #expect(link?.attributes.get("request_group.link") == .string("issuer"))
        #expect(spans["d"]?.attributes.get("error.type") == .string("cancelled"))
    }

    @Test func `callbacks of a session have the service context of the call (S7)`() async throws {
        let stubs = RequestStubs()
        stubs.answer(.url("*"), with: .data(status: 200))
        let session = InterceptingClient(
            URLSession.shared,
            settings: InterceptionSettings {
                $0.propagated = PropagatedTaskLocals(ServiceContext.$current)
            },
            pipeline: RequestPipeline(stubs: stubs)
        )
        let url = try #require(URL(string: "https://api.test/a"))
        try await withRequestGroup("page") {
            tracer.withSpan("tap") { _ in
                session.dataTask(with: url) { [tracer] _, _, _ in
                    tracer.withSpan("parsing") { _ in }
                }
                .resume()
            }
        }
        // Either may end first.
        let spans = Dictionary(grouping: tracer.finishedSpans, by: \.operationName)
        let (tap, parsing) = try (#require(spans["tap"]?.first), #require(spans["parsing"]?.first))
        #expect(parsing.spanContext.parentSpanID == tap.spanContext.spanID)
    }

    @Test
    func `a request outside any traced group leaves no span open and keeps its context (O4)`()
        async throws
    {
        let (tracing, stubs) = (RequestTracer(tracer), RequestStubs())
        stubs.answer(.url("*"), with: .data(status: 200))
        let session = InterceptingClient(
            URLSession.shared,
            pipeline: RequestPipeline(
                adapters: [tracing.adapter(hosts: ["api.test"])],
                stubs: stubs
            )
        )
        let url = try #require(URL(string: "https://api.test/a"))
        let load = { @Sendable in
            _ = try await session.data(from: url)
            try await withRequestGroup("page", options: .observer(RequestTimeline())) {
                _ = try await session.data(from: url)
            }
        }
        try await load()
        #expect(tracer.performedContextInjections.isEmpty)
        try await tracer.withSpan("tap") { _ in try await load() }
        #expect(tracer.activeSpans.isEmpty)
        #expect(tracer.finishedSpans.map(\.operationName) == ["tap"])
        let injected = tracer.performedContextInjections.map(\.context.inMemorySpanContext?.spanID)
        #expect(injected == Array(repeating: tracer.finishedSpans[0].spanContext.spanID, count: 2))
    }

    @Test
    func `the span of a batch contains the spans of its group and requests (O4)`() async throws {
        let (tracing, stubs) = (RequestTracer(tracer), RequestStubs())
        stubs.answer(.url("*"), with: .data(status: 200))
        let url = try #require(URL(string: "https://api.test/a"))
        try await withRequestStubs(stubs) {
            try await withRequestGroup("page", options: tracing.option) {
                _ = await InterceptingClient<URLSession>.shared
                    .batch([URLRequest(url: url)], name: "batch").results()
            }
        }
        let spans = tracer.finishedSpans
        var (path, next) = ([String](), spans.first { $0.title.hasPrefix("GET") })
        while let span = next {
            path.append("\(span.title) \(span.kind)")
            next = spans.first { $0.spanContext.spanID == span.spanContext.parentSpanID }
        }
        #expect(
            path == ["GET api.test/a client", "batch internal", "batch client", "page internal"]
        )
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test
    func `a group whose body throws ends its span and the spans of its requests (O4)`() async {
        let tracing = RequestTracer(tracer)
        await #expect(throws: URLError.self) {
            try await withRequestGroup("page", options: tracing.option) { group in
                let membership = group.enter("GET a")
                membership?.onCancel { membership?.leave(throwing: CancellationError()) }
                throw URLError(.badURL)
            }
        }
        #expect(tracer.activeSpans.isEmpty)
        #expect(Set(tracer.finishedSpans.map(\.operationName)) == ["page", "GET"])
    }

    @Test func `a request that is never sent leaves no span open`() async throws {
        let tracing = RequestTracer(tracer)
        let session = InterceptingClient(
            URLSession.shared,
            pipeline: RequestPipeline(adapters: [tracing.adapter(hosts: ["api.test"])])
        )
        let url = try #require(URL(string: "https://api.test/a"))
        try await withRequestGroup("page", options: tracing.option) {
            _ = session.dataTask(with: url) { _, _, _ in }
            #expect(tracer.activeSpans.count == 2)
        }
        #expect(tracer.activeSpans.isEmpty)
    }
}

extension FinishedInMemorySpan {
    /// The label of a request, or the name of any other span.
    fileprivate var title: String {
        if case .string(let label) = attributes.get("request_group.label") {
            label
        } else {
            operationName
        }
    }
}

import Foundation
import InMemoryTracing
import Interception
import RequestTracing
import Testing
import Tracing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)))
struct `Groups and requests as spans of a tracer` {
    let tracer = InMemoryTracer()

    @Test func `O4: a group is a span, its requests are below it, and all of them end`()
        async throws
    {
        let tracing = RequestTracer(tracer)
        try await tracer.withSpan("tap") { _ in
            try await withRequestGroup("page", options: tracing.option, .tolerant) { group in
                let a = try #require(group.enter("GET a"))
                a.run { group.enter("POST b")?.leave() }
                a.leave(throwing: URLError(.timedOut))
                try await withRequestGroup("inner") { inner in
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

    @Test func `S7: the context of a service goes along with the callbacks of a session`()
        async throws
    {
        let stubs = RequestStubs()
        stubs.answer(.url("*"), with: .status(200))
        let session = InterceptingClient(
            URLSession.shared,
            settings: SessionSettings(carrying: ServiceContext.$current) {
                $0.pipeline = RequestPipeline(stubs: stubs)
            }
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
        let (tap, parsing) = (tracer.finishedSpans[0], tracer.finishedSpans[1])
        #expect([tap, parsing].map(\.operationName) == ["tap", "parsing"])
        #expect(parsing.spanContext.parentSpanID == tap.spanContext.spanID)
    }

    @Test func `a request that is never sent leaves no span open`() async throws {
        let tracing = RequestTracer(tracer)
        let session = InterceptingClient(
            URLSession.shared,
            settings: SessionSettings {
                $0.pipeline = RequestPipeline(adapters: [tracing.adapter(hosts: ["api.test"])])
            }
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

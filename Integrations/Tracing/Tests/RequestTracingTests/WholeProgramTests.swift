import Foundation
import Hummingbird
import InMemoryTracing
import Interception
import RequestTracing
import Testing
import Tracing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A page in groups, and a server with spans of its own: one trace.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct `A page and its server in one trace` {
    /// There is one tracer in a process, which both sides use.
    private static let tracer = {
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        return tracer
    }()

    @Test func `the spans of a server are children of the spans of its requests (O4)`()
        async throws
    {
        let tracer = Self.tracer
        let router = Router()
        router.middlewares.add(TracingMiddleware())
        router.get("{name}") { _, context in
            try withSpan("look up") { _ in try context.parameters.require("name") }
        }
        let server = try await RunningServer(router)

        let tracing = RequestTracer()
        let session = InterceptingClient(
            configuration: .ephemeral,
            settings: InterceptionSettings {
                $0.propagated = PropagatedTaskLocals(ServiceContext.$current)
            },
            pipeline: RequestPipeline(adapters: [tracing.adapter(hosts: ["127.0.0.1"])])
        )
        let url = { @Sendable (path: String) in
            URL(string: "http://127.0.0.1:\(server.port)/\(path)")
        }
        try await withSpan("tap") { _ in
            try await withRequestGroup("page", options: tracing.option) {
                _ = try await session.data(from: try #require(url("feed")))
                session.dataTask(with: try #require(url("profile"))) { _, _, _ in
                    url("badges").map { session.dataTask(with: $0) { _, _, _ in }.resume() }
                }
                .resume()
                try await withRequestGroup("images", options: .limit(2)) {
                    for number in 1...5 {
                        session.dataTask(with: try #require(url("image\(number)"))) { _, _, _ in }
                            .resume()
                    }
                }
            }
        }
        session.finishTasksAndInvalidate()
        await server.stop()

        let spans = tracer.finishedSpans
        let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanContext.spanID, $0) })
        let parent = { (span: FinishedInMemorySpan) in
            span.spanContext.parentSpanID.flatMap { byID[$0] }
        }
        #expect(Set(spans.map(\.spanContext.traceID)).count == 1)
        let servers = spans.filter { $0.kind == .server }
        let clients = spans.filter { $0.kind == .client }
        #expect(servers.count == 8)
        #expect(clients.count == 8)
        // Each request has asked once, and the server knows which it was.
        #expect(
            Set(servers.compactMap(\.spanContext.parentSpanID))
                == Set(clients.map(\.spanContext.spanID))
        )
        #expect(clients.allSatisfy { ["page", "images"].contains(parent($0)?.operationName) })
        #expect(clients.count { parent($0)?.operationName == "images" } == 5)
        let own = spans.filter { $0.operationName == "look up" }
        #expect(own.count == 8)
        #expect(own.allSatisfy { parent($0)?.kind == .server })
        let outermost = spans.first { $0.operationName == "page" }
        #expect(outermost.flatMap(parent)?.operationName == "tap")
        #expect(tracer.activeSpans.isEmpty)
        // What was injected is what was recorded.
        let injected = tracer.performedContextInjections.map(\.context.inMemorySpanContext?.spanID)
        #expect(Set(injected) == Set(clients.map { $0.spanContext.spanID }))
    }
}

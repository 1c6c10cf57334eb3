import Foundation
import HTTPTypes
import Hummingbird
import Interception
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct `Ten thousand requests of a real server` {
    @Test
    func `each of 10,000 requests arrives with the header of its own span (O4)`() async throws {
        let arrived = Arrived()
        let router = Router()
        router.get("{name}") { request, _ in
            arrived.note(request)
            return "ok"
        }
        let server = try await RunningServer(router)
        let timeline = RequestTimeline(maximumRequests: 20_000)
        let headers = TraceHeaders(hosts: ["127.0.0.1"])
        let session = InterceptingClient(
            configuration: .ephemeral,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 32) },
            pipeline: RequestPipeline(adapters: [headers.adapter], observers: [timeline])
        )
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/a"))
        let load = { @Sendable (number: Int) in
            try await withRequestGroup("\(number)", options: .observer(timeline)) {
                for _ in 0..<49 { session.dataTask(with: url) { _, _, _ in }.resume() }
                _ = try await session.data(from: url)
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<20 { tasks.addTask { try await load(number) } }
            for number in 20..<200 {
                try await tasks.next()
                tasks.addTask { try await load(number) }
            }
            try await tasks.waitForAll()
        }
        session.finishTasksAndInvalidate()
        await server.stop()

        let recording = timeline.recording
        let spans = recording.groups.flatMap { group in
            group.requests.map { "00-\(group.traceID)-\($0.id)-01" }
        }
        #expect(spans.count == 10_000)
        #expect(arrived.headers.sorted() == spans.sorted())
        #expect(Set(spans).count == 10_000)
        #expect(Set(recording.groups.map(\.traceID)).count == 200)
    }
}

/// The headers that have arrived.
private final class Arrived: Sendable {
    private let all = Mutex<[String]>([])

    var headers: [String] { all.withLock { $0 } }

    func note(_ request: Request) {
        let header = HTTPField.Name("traceparent").flatMap { request.headers[$0] }
        all.withLock { $0.append(header ?? "none") }
    }
}

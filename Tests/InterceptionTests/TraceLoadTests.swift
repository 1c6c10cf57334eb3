import Foundation
import GroupContext
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Under load, traces` {
    @Test func `each header of two thousand has one span, and each span one header (O4)`()
        async throws
    {
        let (timeline, stubs) = (RequestTimeline(maximumRequests: 4_000), RequestStubs())
        stubs.answer(.url("*"), with: .status(200))
        let headers = TraceHeaders(hosts: ["api.test"])
        let session = InterceptingClient(
            URLSession.shared,
            pipeline: RequestPipeline(
                adapters: [headers.adapter],
                stubs: stubs,
                observers: [timeline]
            )
        )
        let url = try #require(URL(string: "https://api.test/a"))
        let load = { @Sendable (number: Int) in
            try await withRequestGroup("\(number)", options: .observer(timeline)) {
                for _ in 0..<10 { session.dataTask(with: url) { _, _, _ in }.resume() }
                try await withRequestGroup("nested", options: .limit(3)) {
                    for _ in 0..<30 { session.dataTask(with: url) { _, _, _ in }.resume() }
                }
                session.dataTask(with: url) { _, _, _ in
                    for _ in 0..<9 { session.send(URLRequest(url: url)) { _ in } }
                }
                .resume()
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<20 { tasks.addTask { try await load(number) } }
            for number in 20..<40 {
                try await tasks.next()
                tasks.addTask { try await load(number) }
            }
            try await tasks.waitForAll()
        }
        let recording = timeline.recording
        let spans = recording.groups.flatMap { group in
            group.requests.map { "\(group.traceID)-\($0.spanID)" }
        }
        let sent = stubs.requests.compactMap { $0.value(forHTTPHeaderField: "traceparent") }
        #expect(spans.count == 2_000)
        #expect(sent.count == 2_000)
        #expect(Set(spans).count == 2_000)
        #expect(Set(sent.map { String($0.dropFirst(3).dropLast(3)) }) == Set(spans))
        #expect(Set(recording.groups.map(\.traceID)).count == 40)
    }
}

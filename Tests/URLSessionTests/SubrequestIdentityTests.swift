@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `The identity of subrequests` {
    @Test func `an adapter's request has the identity of the adapted request (O4)`() async throws {
        let found = Journal<SpanID?>()
        let own = Locked<InterceptingClient<URLSession>?>(nil)
        let adapter = PipelineAdapter.atStart { request, identity in
            found.append(identity.id)
            found.append(RequestIdentity.current?.id)
            if let next = ["/a": "/token", "/token": "/key"][request.url?.path ?? ""],
                let url = URL(string: "https://api.test\(next)")
            {
                _ = try await own.withLock { $0 }?.data(from: url)
            }
            return request
        }
        let pipeline = RequestPipeline(
            adapters: [adapter],
            stubs: RequestStubs(answering: .data(status: 200))
        )
        own.withLock { $0 = InterceptingClient(URLSession.shared, pipeline: pipeline) }
        let events = EventRecorder()
        try await withRequestGroup(options: .observer(events)) {
            let url = try #require(URL(string: "https://api.test/a"))
            _ = try await own.withLock { $0 }?.data(from: url)
        }
        own.withLock { $0 = nil }
        let request = try #require(events.events.compactMap(\.requestID).first)
        #expect(found.entries.count == 6)
        #expect(Set(found.entries) == [request])
    }
}

@testable import Interception
@testable import InterceptionTestSupport

/// Subrequests and the requests of plans belong to the trace of their request.
@Suite(.timeLimit(.ordinary))
struct `The identity of sent requests` {
    let stubs = RequestStubs(answering: .data(status: 200))

    private func session(_ adapters: [PipelineAdapter]) -> InterceptingClient<URLSession> {
        InterceptingClient(
            URLSession.shared,
            pipeline: RequestPipeline(adapters: adapters, stubs: stubs)
        )
    }

    @Test(arguments: [true, false])
    func `a request of a RequestSender that uses a wrapped session is in the group's trace (O4)`(
        isObserved: Bool
    ) async throws {
        let relay = Relay(session: session([TraceHeaders(hosts: ["api.test"]).adapter]))
        let url = try #require(URL(string: "https://api.test/a"))
        let options = isObserved ? [RequestGroupOption.observer(EventRecorder())] : []
        try await withRequestGroup("page", options: .combining(options)) { group in
            _ = try await relay.perform(URLRequest(url: url))
            let header = stubs.requests.first?.value(forHTTPHeaderField: "traceparent")
            #expect(header.flatMap { TraceParent($0) }?.traceID == group.traceID)
        }
    }

    @Test
    func `a request sent by an adapter has the adapted request's identity (O4)`() async throws {
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
        own.withLock { $0 = session([adapter]) }
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

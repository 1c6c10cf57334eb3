@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Hosts that receive trace headers` {
    @Test(arguments: [
        ("api.example.com", "http://api.example.com./", true),
        ("api.example.com.", "http://api.example.com/", true),
        ("localhost:8080", "http://localhost:8080/", true),
        ("localhost:8080", "http://localhost:8081/", false),
        ("api.example.com:443", "https://api.example.com/", true),
        ("api.example.com:443", "http://api.example.com/", false),
        ("::1", "http://[::1]:8080/", true), ("[::1]", "http://[::1]/", true),
        ("[::1]:80", "http://[::1]/", true), ("[::1]:80", "http://[::1]:8080/", false),
        ("bücher.example", "http://bücher.example/", true),
        // The destination of these URLs is unclear.
        ("*.example.com", "http://evil.test%2F.example.com/", false),
        ("*.example.com", "http://evil.test%23.example.com/", false),
        ("*.example.com", "http://evil.test%00.example.com/", false),
        // Text that is not exactly one host name is ignored.
        ("*", "http://a/", false), ("*.", "http://a./", false), ("", "http:///", false),
        ("https://api.example.com", "https://api.example.com/", false),
        ("https://api.example.com", "http://https/", false),
        ("user@api.example.com", "http://api.example.com/", false),
    ])
    func `a listed host name matches that host, and a name with a port only that port (O4)`(
        name: String,
        url: String,
        isListed: Bool
    ) throws {
        let request = URLRequest(url: try #require(URL(string: url)))
        #expect(TraceHeaders(hosts: [name]).reach(request) == isListed)
    }

    @Test func `a copy of a request to an unlisted host loses trace fields (O4)`() async throws {
        let stubs = RequestStubs(answering: .data(status: 200))
        let headers = TraceHeaders(
            hosts: ["api.test"],
            parent: { _ in
                TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", state: "a=1")
            },
            baggage: { _ in "user=1" }
        )
        let session = InterceptingClient(
            URLSession.shared,
            pipeline: RequestPipeline(adapters: [headers.adapter], stubs: stubs)
        )
        let fields = { (request: URLRequest?) in
            ["traceparent", "tracestate", "baggage"].map { request?.value(forHTTPHeaderField: $0) }
        }
        try await withRequestGroup {
            _ = try await session.data(from: try #require(URL(string: "https://api.test/a")))
            var again = try #require(stubs.requests.first)
            #expect(!fields(again).contains(nil))
            again.url = URL(string: "https://mirror.test/a")
            _ = try await session.data(for: again)
            #expect(fields(stubs.requests.last) == [nil, nil, nil])
        }
    }
}

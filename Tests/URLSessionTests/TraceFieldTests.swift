@testable import Interception
@testable import InterceptionTestSupport

private let known = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

@Suite struct `Hosts and fields of trace headers` {
    @Test(arguments: [known, "  \(known)\t"], [true, false])
    func `a request keeps its own trace fields (O4)`(header: String, isInGroup: Bool) throws {
        let other = "00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b8-01"
        let headers = TraceHeaders(
            hosts: ["api.test"],
            parent: { _ in TraceParent(other) },
            baggage: { _ in "user=1" }
        )
        let group = isInGroup ? RequestGroup(opening: "page", options: []) : nil
        defer { group?.close(bodyThrew: false) }
        var request = try request("https://api.test/a")
        request.setValue(header, forHTTPHeaderField: "traceparent")
        request.setValue("own=1", forHTTPHeaderField: "baggage")
        headers.add(to: &request, of: RequestIdentity(of: RequestMetadata(), in: group))
        let sent = request.value(forHTTPHeaderField: "traceparent") ?? ""
        let parent = TraceParent(sent.trimmingCharacters(in: .whitespaces))
        #expect(parent?.traceID == TraceParent(known)?.traceID)
        #expect(request.value(forHTTPHeaderField: "baggage") == "own=1")
    }

    @Test(arguments: [("a=1", true), ("", false), ("ü=1", false), ("a=1\u{7F}", false)])
    func `baggage is sent only if it is a line of ASCII (O4)`(baggage: String, isSent: Bool) throws
    {
        let headers = TraceHeaders(hosts: ["api.test"], baggage: { _ in baggage })
        var request = try request("https://api.test/a")
        headers.add(to: &request, of: nil)
        #expect(request.value(forHTTPHeaderField: "baggage") == (isSent ? baggage : nil))
    }

    @Test(arguments: [
        ("api.test", "https://api.test/a", true), ("api.test", "HTTPS://API.TEST:8443/a", true),
        ("api.test", "https://api.test.evil.test/", false),
        ("api.test", "https://xapi.test/", false),
        ("api.test", "https://evil.test/?api.test", false),
        ("api.test", "https://api.test@evil.test/", false), ("api.test", "ftp://api.test/", false),
        ("api.test", "data:,api.test", false), ("*.CDN.test", "https://a.cdn.test/", true),
        ("*.CDN.test", "https://a.b.cdn.test/", true), ("*.a.test:81", "http://b.a.test:81/", true),
        ("*.CDN.test", "https://cdn.test/", false), ("*.CDN.test", "https://evilcdn.test/", false),
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
    ])
    func `trace headers are sent only to listed hosts (O4)`(
        name: String,
        url: String,
        isListed: Bool
    ) throws {
        let request = URLRequest(url: try #require(URL(string: url)))
        #expect(TraceHeaders(hosts: ["other.test", name]).reach(request) == isListed)
        #expect(!TraceHeaders(hosts: []).reach(request))
    }

    #if DEBUG && (os(macOS) || os(Linux))
    @Test func `a traced host with a scheme stops a debug build (O4)`() async {
        await #expect(processExitsWith: .failure) { _ = TraceHeaders(hosts: ["https://a.test"]) }
    }
    #endif
}
